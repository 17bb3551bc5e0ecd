import { useEffect, useState } from 'react';

/** Less would say what a person types on the way, and more would come too late. */
const PAUSE_MS = 1_000;

/**
 * A text for screen readers alone. They read each new text once, when it has not changed for a second. It has no role,
 * because Orca reads an empty status as "statusbar". Render it before its first text: readers announce only changes.
 */
export function Announcement({ text }: { readonly text: string }) {
  const [said, say] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => say(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="visuallyHidden" aria-live="polite">
      {said}
    </p>
  );
}
