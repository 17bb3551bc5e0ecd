/** What one client may ask: `burst` requests at once, and `perSecond` more in every second after. */
export type RateLimit = { readonly perSecond: number; readonly burst: number };

export type TokenResult =
  | { readonly ok: true; readonly fullAt: number }
  | { readonly ok: false; readonly waitMs: number };

// Sums of fractions of a millisecond are inexact; a thousandth of one is nobody's advantage.
const TOLERANCE_MS = 0.001;

/**
 * Takes a token from a bucket. A bucket is one number, the moment at which it is full again, in milliseconds: one that is
 * full by now is the same as one that was never used (the generic cell rate algorithm, ITU-T I.371).
 */
export function takeToken({ perSecond, burst }: RateLimit, fullAt: number, now: number): TokenResult {
  const tokenMs = 1000 / perSecond;
  const next = Math.max(fullAt, now) + tokenMs;
  const waitMs = next - now - burst * tokenMs;
  return waitMs > TOLERANCE_MS ? { ok: false, waitMs } : { ok: true, fullAt: next };
}
