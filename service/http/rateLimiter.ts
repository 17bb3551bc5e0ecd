import type { RateLimit } from '../domain/tokenBucket.ts';
import { takeTokens } from '../domain/tokenBucket.ts';
import { clientKey } from './clientKey.ts';
import type { SharedLimits } from './sharedLimits.ts';

/**
 * Counts requests of a client, one by default.
 * @returns how many milliseconds the client must wait; 0 when it may proceed
 */
export type RateLimiter = (ip: string, now: number, requests?: number) => number;

const MAX_CLIENTS = 100_000;

export type RateLimiterOptions = {
  readonly maxClients?: number;
  /** What other processes have counted too; null without a shared store. */
  readonly shared?: SharedLimits | null;
};

/**
 * Keeps a token bucket for each client, for at most `maxClients` clients. Beyond that, it forgets the client that was idle the
 * longest, because its bucket is closest to full. With shared limits, the requests that it admits are counted there too.
 */
export function createRateLimiter(
  limit: RateLimit,
  { maxClients = MAX_CLIENTS, shared = null }: RateLimiterOptions = {},
): RateLimiter {
  const fullAt = new Map<string, number>();
  return (ip, now, requests = 1) => {
    const key = clientKey(ip);
    const sharedWaitMs = shared?.waitFor(key, now) ?? 0;
    if (sharedWaitMs > 0) return sharedWaitMs;
    const result = takeTokens(limit, fullAt.get(key) ?? 0, { now, count: requests });
    if (!result.ok) return result.waitMs;
    // Deleting first moves the client to the end of the map's insertion order.
    fullAt.delete(key);
    fullAt.set(key, result.fullAt);
    if (fullAt.size > maxClients) {
      const [oldest = key] = fullAt.keys();
      fullAt.delete(oldest);
    }
    shared?.count(key, requests);
    return 0;
  };
}
