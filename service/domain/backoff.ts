const MIN_MS = 5000;
const MAX_MS = 60_000;
const SHARE = 10;

/** How long something that waits is left alone before its next try: the longer it has waited, the longer, within bounds. */
export function retryDelayMs(waitingSince: Date, now: Date): number {
  const waitedMs = now.getTime() - waitingSince.getTime();
  return Math.min(Math.max(waitedMs / SHARE, MIN_MS), MAX_MS);
}
