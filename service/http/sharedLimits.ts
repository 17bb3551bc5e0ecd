import type { RateLimit } from '../domain/tokenBucket.ts';

/** Counts the requests of a client over all processes. */
export type SharedLimits = {
  /** How many milliseconds a client must wait by the last known count; 0 when it may proceed. */
  waitFor(key: string, now: number): number;
  /** Counts requests that this process has admitted. It does not wait for the store. */
  count(key: string, requests: number): void;
};

/** Adds requests to the count of a client. @returns how many milliseconds the client must wait */
export type AddToCount = (key: string, requests: number) => Promise<number>;

export type SharedWindow = { readonly seconds: number; readonly points: number };

const BURSTS_PER_WINDOW = 4;
const MAX_WINDOW_SECONDS = 3600;
// Requests are counted after they were admitted.
const LAG_SECONDS = 1;
const MAX_CLIENTS = 100_000;
// A store that hangs must not fill the memory.
const MAX_COUNTING = 10_000;

/**
 * The window in which the store counts, and the most requests in it. It is never stricter than the limit of one process, so a
 * client of one process notices nothing.
 */
export function sharedWindow({ perSecond, burst }: RateLimit): SharedWindow {
  const seconds = Math.min(Math.max(1, Math.ceil((BURSTS_PER_WINDOW * burst) / perSecond)), MAX_WINDOW_SECONDS);
  return { seconds, points: Math.floor(burst + perSecond * (seconds + LAG_SECONDS)) };
}

/**
 * Creates shared limits on a store. A client has one count under way at a time, and its further requests are counted together
 * afterwards. While the store fails, nothing is counted, and the limit of each process remains.
 * @param now the clock of `waitFor`, in milliseconds
 */
export function createSharedLimits(add: AddToCount, now: () => number): SharedLimits {
  const freeAt = new Map<string, number>();
  const counting = new Map<string, number>();

  const countAll = async (key: string, first: number): Promise<void> => {
    for (let requests = first; requests > 0; requests = counting.get(key) ?? 0) {
      counting.set(key, 0);
      // The owner of the store reports its failures.
      const waitMs = await add(key, requests).catch(() => 0);
      if (waitMs > 0) freeAt.set(key, now() + waitMs);
      if (freeAt.size > MAX_CLIENTS) {
        const [oldest = key] = freeAt.keys();
        freeAt.delete(oldest);
      }
    }
    counting.delete(key);
  };

  return {
    waitFor: (key, moment) => {
      const until = freeAt.get(key);
      if (until === undefined) return 0;
      if (until > moment) return until - moment;
      freeAt.delete(key);
      return 0;
    },
    count: (key, requests) => {
      const waiting = counting.get(key);
      if (waiting !== undefined) counting.set(key, waiting + requests);
      else if (counting.size < MAX_COUNTING) void countAll(key, requests);
    },
  };
}
