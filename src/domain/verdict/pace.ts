/** How long a transfer has taken so far. */
export type Pace = {
  readonly elapsedSeconds: number;
  /** The median of the route; null if the service does not state it. */
  readonly usualSeconds: number | null;
  readonly isLate: boolean;
};

const LATE_FACTOR = 2;
/** Half of all transfers take longer than the median, and a few seconds more than a short one are no delay. */
const LATE_MARGIN_SECONDS = 60;
/** Where the usual time is unknown. */
const LATE_SECONDS = 30 * 60;

type Times = { readonly sinceMs: number; readonly nowMs: number; readonly usualSeconds: number | null };

export function paceOf({ sinceMs, nowMs, usualSeconds }: Times): Pace {
  // The chain's clock may be ahead of this device's.
  const elapsedSeconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1000));
  const lateFrom =
    usualSeconds === null ? LATE_SECONDS : Math.max(usualSeconds * LATE_FACTOR, usualSeconds + LATE_MARGIN_SECONDS);
  return { elapsedSeconds, usualSeconds, isLate: elapsedSeconds >= lateFrom };
}
