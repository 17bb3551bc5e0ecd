import { createClient } from '@redis/client';
import type { Logger } from 'pino';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from '../domain/tokenBucket.ts';
import type { SharedLimits } from './sharedLimits.ts';
import { createSharedLimits, sharedWindow } from './sharedLimits.ts';

/** A Valkey or Redis server that counts requests for several processes. */
export type LimitStore = {
  readonly limits: SharedLimits;
  /** Whether the store answers. While it does not, each process limits by itself. */
  isUp(): boolean;
  close(): void;
};

const CONNECT_TIMEOUT_MS = 2000;
const MAX_PAUSE_MS = 2000;
const PAUSE_STEP_MS = 100;
// A store that fell silent keeps its connections. The pings keep a healthy one within the timeout.
const PING_MS = 1000;
const SILENCE_MS = 3000;

/** Connects to the store, and again after each loss. It does not wait for the first connection. */
export function openLimitStore(url: string, limit: RateLimit, logger: Logger): LimitStore {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) => Math.min(retries * PAUSE_STEP_MS, MAX_PAUSE_MS),
    },
  });
  let isLost = false;
  client.on('error', (error: unknown) => {
    if (!isLost) logger.warn({ err: error }, 'limit store lost, each process limits requests by itself');
    isLost = true;
  });
  client.on('ready', () => {
    logger.info('limit store connected');
    isLost = false;
  });
  // Each failure to connect is an event too, and the client tries again.
  client.connect().catch(() => {});
  const { points, seconds } = sharedWindow(limit);
  const limiter = new RateLimiterRedis({
    ...{ storeClient: client, useRedisPackage: true, rejectIfRedisNotReady: true },
    ...{ keyPrefix: `causeway:${limit.perSecond}:${limit.burst}`, points, duration: seconds },
  });
  const add = async (key: string, requests: number): Promise<number> => {
    try {
      await limiter.consume(key, requests);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return error.msBeforeNext;
      throw error;
    }
  };
  return {
    limits: createSharedLimits(add, () => performance.now()),
    isUp: () => client.isReady,
    close: () => client.destroy(),
  };
}
