import { useEffect, useState } from 'react';

/** A request takes longer than a person expects. */
export const SLOW_MS = 5_000;

/** Whether something has gone on for this long. */
export function useIsLasting(isOn: boolean, ms: number): boolean {
  const [isLasting, setIsLasting] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(setIsLasting, ms, true);
    return () => {
      clearTimeout(timer);
      setIsLasting(false);
    };
  }, [isOn, ms]);
  return isLasting;
}
