import { useEffect, useState } from 'react';
import { LiveRegion } from './LiveRegion.tsx';

/** Less would say what a person types on the way, and more would come too late. */
const PAUSE_MS = 1_000;

/**
 * A text for screen readers alone. They read each new text once, when it has not changed for a second. It can appear
 * together with its first text, because that text comes later.
 */
export function Announcement({ text }: { readonly text: string }) {
  const [said, say] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => say(text), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      // The same text is news again after another one.
      say('');
    };
  }, [text]);
  return <LiveRegion className="visuallyHidden">{said}</LiveRegion>;
}
