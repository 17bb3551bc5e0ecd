/** The limit of one client: `burst` requests at once, and `perSecond` more in every later second. */
export type RateLimit = { readonly perSecond: number; readonly burst: number };

export type TokenResult =
  | { readonly ok: true; readonly fullAt: number }
  | { readonly ok: false; readonly waitMs: number };

/** `now` is in milliseconds. A `count` above the burst is never granted. */
export type Taking = { readonly now: number; readonly count: number };

// Sums of fractions of a millisecond are inexact.
const TOLERANCE_MS = 0.001;

/**
 * Takes tokens from a bucket (the generic cell rate algorithm, ITU-T I.371). `fullAt` is the moment in milliseconds at which
 * the bucket is full again. A moment in the past equals an unused bucket.
 */
export function takeTokens({ perSecond, burst }: RateLimit, fullAt: number, { now, count }: Taking): TokenResult {
  const tokenMs = 1000 / perSecond;
  const next = Math.max(fullAt, now) + count * tokenMs;
  const waitMs = next - now - burst * tokenMs;
  return waitMs > TOLERANCE_MS ? { ok: false, waitMs } : { ok: true, fullAt: next };
}
