const BACKOFF = 1.35;

/** The next delay after a poll without news. */
export function longerDelay(delayMs: number, mostMs: number): number {
  return Math.min(delayMs * BACKOFF, mostMs);
}
