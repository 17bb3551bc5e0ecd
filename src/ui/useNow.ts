import { useEffect, useState } from 'react';

/**
 * The device's clock in milliseconds, read again at the interval; null reads it once. Timers run late in a hidden page,
 * so the clock is also read when the page becomes visible.
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

/** After this, a request takes longer than people expect. */
const SLOW_MS = 5_000;

/**
 * Whether something has been running for longer than people expect.
 * @param running whether it is running, or when it started: another start begins anew
 */
export function useIsSlow(running: boolean | number | null): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (running === false || running === null) return;
    const timer = setTimeout(setSlow, SLOW_MS, true);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [running]);
  return isSlow;
}
