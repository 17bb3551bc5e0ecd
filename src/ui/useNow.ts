import { useEffect, useState } from 'react';

/**
 * The device's clock in milliseconds, read again at the interval; null reads it once. A hidden page's timers run late, so it
 * reads the clock when it becomes visible too.
 */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === null) return;
    const read = () => setNow(Date.now());
    read();
    const timer = setInterval(read, everyMs);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [everyMs]);
  return now;
}

/** A request takes longer than a person expects. */
const SLOW_MS = 5_000;

/** Whether something has gone on for longer than a person expects. */
export function useIsSlow(isOn: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(setSlow, SLOW_MS, true);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isOn]);
  return isSlow;
}
