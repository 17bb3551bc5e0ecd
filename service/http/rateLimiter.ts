import type { RateLimit } from '../domain/tokenBucket.ts';
import { takeToken } from '../domain/tokenBucket.ts';
import { clientKey } from './clientKey.ts';

/** @returns for how many milliseconds this client is refused, 0 where it is let through */
export type RateLimiter = (ip: string, now: number) => number;

const MAX_CLIENTS = 100_000;

/**
 * One token bucket for each client. At most `maxClients` are remembered: beyond that, the one that was let through longest
 * ago is forgotten, whose bucket is the closest to full.
 */
export function createRateLimiter(limit: RateLimit, maxClients = MAX_CLIENTS): RateLimiter {
  const fullAt = new Map<string, number>();
  return (ip, now) => {
    const key = clientKey(ip);
    const result = takeToken(limit, fullAt.get(key) ?? 0, now);
    if (!result.ok) return result.waitMs;
    // A map keeps the order in which keys were set.
    fullAt.delete(key);
    fullAt.set(key, result.fullAt);
    if (fullAt.size > maxClients) {
      const [oldest = key] = fullAt.keys();
      fullAt.delete(oldest);
    }
    return 0;
  };
}
