const BACKOFF = 1.35;

/** The delay after a poll that learned nothing. */
export function longerDelay(delayMs: number, mostMs: number): number {
  return Math.min(delayMs * BACKOFF, mostMs);
}
