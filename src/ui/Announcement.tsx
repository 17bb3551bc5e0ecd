import { useEffect, useRef, useState } from 'react';
import { LiveRegion } from './LiveRegion.tsx';

/** Less would say what a person types on the way, and more would come too late. */
const PAUSE_MS = 1_000;

type Props = {
  readonly text: string;
  /** What the text is about, if it can go away and come back. The same text about the same subject is said once. */
  readonly subject?: string;
};

/**
 * A text for screen readers alone. They read each new text once, when it has not changed for a second. It can appear
 * together with its first text, because that text comes later.
 */
export function Announcement({ text, subject }: Props) {
  const [said, say] = useState('');
  const heard = useRef<{ readonly text: string; readonly subject: string | undefined } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      const isRepeat = subject !== undefined && heard.current?.subject === subject && heard.current.text === text;
      if (text !== '') heard.current = { text, subject };
      if (!isRepeat) say(text);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      // The same text is news again after another one.
      say('');
    };
  }, [text, subject]);
  return <LiveRegion className="visuallyHidden">{said}</LiveRegion>;
}
