/** The form requests a new build after this time. */
export const QUOTE_REFRESH_MS = 30_000;
/** The wallet may sign a build for this long. The service honours it for ten minutes. */
const QUOTE_MAX_AGE_MS = 120_000;

/** When a quote was read by this device's clock, and until when the service honours it by its own clock. */
export type QuoteTimes = { readonly builtAt: number; readonly validUntilMs: number | null };

/**
 * Whether the service no longer honours a quote. If a quote had already expired when it arrived, the clocks differ, and
 * its expiry means nothing.
 */
export function isQuoteExpired({ builtAt, validUntilMs }: QuoteTimes, now: number): boolean {
  return validUntilMs !== null && validUntilMs > builtAt && now >= validUntilMs;
}

export function isQuoteStale(times: QuoteTimes, now: number): boolean {
  return now - times.builtAt > QUOTE_MAX_AGE_MS || isQuoteExpired(times, now);
}
