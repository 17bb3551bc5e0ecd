import type { RateLimit } from '../chain/model/callRate.ts';
import { takeTokens } from '../chain/model/callRate.ts';
import { clientKey } from './connections.ts';

/**
 * Counts a client's requests, one by default.
 * @returns how many milliseconds the client must wait; 0 if it may proceed
 */
export type RateLimiter = (ip: string, now: number, requests?: number) => number;

const MAX_CLIENTS = 100_000;

/**
 * Keeps a token bucket for each of at most `maxClients` clients. Beyond that, it forgets the client that was idle
 * longest, because its bucket is closest to full.
 */
export function createRateLimiter(limit: RateLimit, maxClients = MAX_CLIENTS): RateLimiter {
  const fullAt = new Map<string, number>();
  return (ip, now, requests = 1) => {
    const key = clientKey(ip);
    const result = takeTokens(limit, fullAt.get(key) ?? 0, { now, count: requests });
    if (!result.ok) return result.waitMs;
    // Deleting first moves the client to the end of the map's insertion order.
    fullAt.delete(key);
    fullAt.set(key, result.fullAt);
    if (fullAt.size > maxClients) {
      const [oldest = key] = fullAt.keys();
      fullAt.delete(oldest);
    }
    return 0;
  };
}
