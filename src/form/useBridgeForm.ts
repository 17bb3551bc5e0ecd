import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { Address } from 'viem';
import type { Routes } from '../api/offer.ts';
import { useAppServices } from '../app/services.ts';
import { firstDraft, formUrl, usualDraft } from './formDraft.ts';
import type { Form, FormAction } from './model/form.ts';
import { draftOf, resolveForm } from './model/form.ts';
import type { Step } from './model/liveForm.ts';
import { showForm, stateKey, takeStep } from './model/liveForm.ts';
import { priceNow } from './quote/priceNow.ts';

/** Safari throws after 100 calls of replaceState in 30 s. */
const MIN_INTERVAL_MS = 400;

/** Limits how often the URL is written: the first change at once, later ones together. */
export function createUrlMirror(write: (url: string) => void) {
  let wanted: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function flush(): void {
    timer = null;
    if (wanted === null) return;
    const url = wanted;
    wanted = null;
    timer = setTimeout(flush, MIN_INTERVAL_MS);
    try {
      write(url);
    } catch {
      // The form works without its URL. The next change writes it again.
    }
  }

  return {
    show(url: string): void {
      wanted = url;
      if (timer === null) flush();
    },
    /** Drops the pending URL: the page now shows another route. */
    stop(): void {
      if (timer !== null) clearTimeout(timer);
      [timer, wanted] = [null, null];
    },
  };
}

/** Dispatches an action once an answer has come, if the form is still in the state that asked. */
export type WhenAnswered = (action: FormAction) => void;

/**
 * Holds the form in one reducer. Mirrors it into the address bar, so that a reload or a link restores it, and into the
 * page's memory, so that it survives a visit to another page of the app.
 */
export function useBridgeForm(routes: Routes, account: Address | undefined) {
  const { formMemory, store, config } = useAppServices();
  // The address bar soon shows the form instead.
  const [search] = useState(window.location.search);
  const around = { routes, account, priceOf: priceNow };
  // Routes, account and prices may have changed since the last action, so a step starts from the form on the screen.
  const [stored, takeShown] = useReducer(
    (before: Form, step: Step) => takeStep(before, step, around),
    search,
    () => {
      const usual = usualDraft(Object.values(store.getState().transfers), config.featured);
      return resolveForm(firstDraft(search, formMemory.read(), usual), routes);
    },
  );
  const form = showForm(stored, around);
  useUrl(formUrl(draftOf(form)));

  /** What the screen shows; null once the form is gone. */
  const shown = useRef<{ readonly form: Form; readonly around: typeof around } | null>(null);
  const revision = useRef(form.revision);
  useLayoutEffect(() => {
    shown.current = { form, around };
    return () => {
      shown.current = null;
    };
  });

  function dispatch(action: FormAction): void {
    // An awaited amount doesn't depend on the recipient.
    if (action.type !== 'recipientTyped') revision.current += 1;
    const step = { revision: revision.current, action };
    takeShown(step);
    const now = shown.current ?? { form, around };
    keep(takeStep(now.form, step, now.around), action);
  }

  // Not in an effect: none would run after the page's last action.
  function keep(next: Form, action: FormAction): void {
    if (shown.current) shown.current = { ...shown.current, form: next };
    // The value field takes the focus when it appears, so a reopened form starts with the amount field.
    const left = { ...draftOf(next), fiatText: null, fiatPrice: null };
    if (action.type === 'sent') formMemory.keepSent(left);
    else formMemory.keep(left);
  }

  /**
   * For an answer that takes time.
   * @param action what the person has just asked for
   */
  function ask(action: FormAction): WhenAnswered {
    dispatch(action);
    const key = stateKey({ route: form.route, revision: revision.current }, around);
    return (answered) => {
      const now = shown.current;
      if (!now || key !== stateKey({ route: now.form.route, revision: revision.current }, now.around)) return;
      const step = { answer: { key, value: answered } };
      takeShown(step);
      keep(takeStep(now.form, step, now.around), answered);
    };
  }
  return { form, search, dispatch, ask };
}

/** Mirrors the form into the address bar. */
function useUrl(url: string): void {
  const { formMemory } = useAppServices();
  const [mirror] = useState(() =>
    createUrlMirror((shown) => {
      window.history.replaceState(window.history.state, '', shown);
      formMemory.keepUrl(shown);
    }),
  );
  useEffect(() => mirror.show(url), [mirror, url]);
  useEffect(() => mirror.stop, [mirror]);
  useEffect(() => {
    // Closing a sheet with Back returns to the history entry below it, which has the URL from before the sheet.
    const showAgain = () => {
      if (window.location.pathname === '/') mirror.show(url);
    };
    window.addEventListener('popstate', showAgain);
    return () => window.removeEventListener('popstate', showAgain);
  }, [mirror, url]);
}
