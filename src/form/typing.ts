import { createContext, startTransition, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** A text that a field already shows but the form does not have yet. */
type Typed = {
  /** Makes the field show a text; null shows the form's. */
  readonly show: (text: string | null) => void;
  readonly text: string;
  /** Gives the form the text. */
  readonly apply: () => void;
};

type Typing = {
  readonly type: (typed: Typed) => void;
  /**
   * Tell components whether the form lags behind its fields. A context would make React re-check the whole form on each
   * keypress.
   */
  readonly marks: Set<(isPending: boolean) => void>;
};

const TypingContext = createContext<Typing>({ type: ({ apply }) => apply(), marks: new Set() });

export const TypingProvider = TypingContext.Provider;

/** For a field: shows a typed text at once, and gives it to the form afterwards. */
export const useType = () => useContext(TypingContext).type;

/** Whether a field shows something that the form does not have yet. */
export function useIsTyping(): boolean {
  const { marks } = useContext(TypingContext);
  const [isTyping, mark] = useState(false);
  useEffect(() => {
    marks.add(mark);
    return () => void marks.delete(mark);
  }, [marks]);
  return isTyping;
}

/** What a person may do before the form has the last key. The form is updated before anything reacts to these. */
const ACTS = ['click', 'focusin'] as const;

/**
 * Lets a field show a key at once. The form around it follows once the browser has painted the key.
 * @returns `isLate`: the browser shows a key that the form does not have yet
 */
export function useTyping() {
  const [pending, setPending] = useState<Typed | null>(null);
  const [isLate, setLate] = useState(false);
  const last = useRef<Typed | null>(null);
  const [typing] = useState<Typing>(() => ({
    type(typed) {
      // A program can fill two fields at once.
      if (last.current && last.current.show !== typed.show) {
        last.current.show(null);
        last.current.apply();
      }
      last.current = typed;
      setPending(typed);
      typed.show(typed.text);
      for (const mark of typing.marks) mark(true);
    },
    marks: new Set(),
  }));
  // In the commit that shows the key, so that no click comes before it.
  useLayoutEffect(() => {
    if (!pending) return;
    const settle = () => {
      last.current = null;
      setPending(null);
      setLate(false);
      pending.show(null);
      for (const mark of typing.marks) mark(false);
      pending.apply();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        setLate(true);
        startTransition(settle);
      });
    });
    // The window gets the event before React does, so the handlers that run are those of the new render.
    const settleFirst = () => flushSync(settle);
    for (const act of ACTS) window.addEventListener(act, settleFirst, true);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      for (const act of ACTS) window.removeEventListener(act, settleFirst, true);
    };
  }, [pending, typing]);
  // Going back can remove the form before it has the last key.
  useLayoutEffect(() => () => last.current?.apply(), []);
  return { typing, isLate };
}
