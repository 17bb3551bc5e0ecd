/** One client's limit: `burst` requests at once, and `perSecond` more every second after. */
export type RateLimit = { readonly perSecond: number; readonly burst: number };

type TokenResult = { readonly ok: true; readonly fullAt: number } | { readonly ok: false; readonly waitMs: number };

/** `now` is in milliseconds. A `count` above the burst is never granted. */
type Taking = { readonly now: number; readonly count: number };

// Sums of fractional milliseconds are inexact.
const TOLERANCE_MS = 0.001;

/**
 * Takes tokens from a bucket (the generic cell rate algorithm, ITU-T I.371). `fullAt` is when the bucket is full again,
 * in milliseconds. A time in the past means an unused bucket.
 */
export function takeTokens({ perSecond, burst }: RateLimit, fullAt: number, { now, count }: Taking): TokenResult {
  const tokenMs = 1000 / perSecond;
  const next = Math.max(fullAt, now) + count * tokenMs;
  const waitMs = next - now - burst * tokenMs;
  return waitMs > TOLERANCE_MS ? { ok: false, waitMs } : { ok: true, fullAt: next };
}

/**
 * How fast an RPC endpoint may be called now. Times are in milliseconds. The service learns the endpoint's limit: a
 * refusal lowers the rate, and each success raises it a little (additive increase, multiplicative decrease).
 */
export type CallRate = {
  readonly perSecond: number;
  /** How many calls may be sent at once. */
  readonly tokens: number;
  /** When `tokens` was computed. */
  readonly at: number;
  /** No call is sent before this time. */
  readonly pausedUntil: number;
  /** When the rate was last lowered. A refused call that was sent earlier belongs to the same refusal. */
  readonly loweredAt: number;
  /** Refusals since the last success. */
  readonly refusals: number;
};

const START_PER_SECOND = 400;
const MIN_PER_SECOND = 1;
const MAX_PER_SECOND = 2000;
// With half, calls that need 80 % of the limit would wait for seconds after each refusal.
const KEPT_AFTER_REFUSAL = 0.8;
/** An endpoint used to its limit gets this much faster every second. */
const RISE_PER_SECOND = 4;
/** The bucket holds the calls of this fraction of a second. */
const BURST_SECONDS = 0.25;
const FIRST_PAUSE_MS = 250;
// The endpoint may ask for any pause. A longer one would let a single answer stop the service.
const MAX_PAUSE_MS = 30_000;

export function startRate(now: number): CallRate {
  const tokens = START_PER_SECOND * BURST_SECONDS;
  return { perSecond: START_PER_SECOND, tokens, at: now, pausedUntil: now, loweredAt: -1, refusals: 0 };
}

function refill(rate: CallRate, now: number): CallRate {
  const burst = Math.max(1, rate.perSecond * BURST_SECONDS);
  const tokens = Math.min(burst, rate.tokens + (Math.max(0, now - rate.at) * rate.perSecond) / 1000);
  return { ...rate, tokens, at: now };
}

/**
 * Takes one call from the rate.
 * @returns how long to wait first, or the rate after the call
 */
export function takeCall(
  rate: CallRate,
  now: number,
): { readonly ok: true; readonly rate: CallRate } | { readonly ok: false; readonly waitMs: number } {
  if (now < rate.pausedUntil) return { ok: false, waitMs: rate.pausedUntil - now };
  const filled = refill(rate, now);
  if (filled.tokens < 1) return { ok: false, waitMs: ((1 - filled.tokens) * 1000) / rate.perSecond };
  return { ok: true, rate: { ...filled, tokens: filled.tokens - 1 } };
}

export type Refusal = {
  readonly now: number;
  readonly sentAt: number;
  /** The pause the endpoint asked for; null if it named none. */
  readonly retryAfterMs: number | null;
  /** The calls in the last second. */
  readonly recentCalls: number;
};

/** The rate after the endpoint refused a call because there were too many. */
export function afterRefusal(rate: CallRate, { now, sentAt, retryAfterMs, recentCalls }: Refusal): CallRate {
  const wanted = retryAfterMs ?? FIRST_PAUSE_MS * 2 ** Math.min(rate.refusals, 10);
  const pausedUntil = Math.max(rate.pausedUntil, now + Math.min(wanted, MAX_PAUSE_MS));
  if (sentAt <= rate.loweredAt) return { ...rate, pausedUntil };
  // The rate can be far above what was actually sent, and a lower one would still be too much.
  const perSecond = Math.max(MIN_PER_SECOND, Math.min(rate.perSecond, recentCalls) * KEPT_AFTER_REFUSAL);
  return { ...rate, perSecond, tokens: 1, at: pausedUntil, pausedUntil, loweredAt: now, refusals: rate.refusals + 1 };
}

/** The rate after a success. Each call raises it by its share of a second, so an idle endpoint learns nothing. */
export function afterSuccess(rate: CallRate, sentAt: number): CallRate {
  const perSecond = Math.min(MAX_PER_SECOND, rate.perSecond + RISE_PER_SECOND / rate.perSecond);
  return { ...rate, perSecond, refusals: sentAt > rate.loweredAt ? 0 : rate.refusals };
}
