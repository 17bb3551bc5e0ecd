const MIN_MS = 5000;
const MAX_MS = 60_000;
const SHARE = 10;

/** The delay before the next retry: a tenth of the time waited so far, from 5 to 60 s. */
export function retryDelayMs(waitingSince: Date, now: Date): number {
  const waitedMs = now.getTime() - waitingSince.getTime();
  return Math.min(Math.max(waitedMs / SHARE, MIN_MS), MAX_MS);
}
