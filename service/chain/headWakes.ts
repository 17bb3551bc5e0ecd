import type { Hash } from 'viem';
import { takeTokens } from '../domain/tokenBucket.ts';

/** Decides when the announcements of one endpoint have the chain read. */
export type HeadWakes = {
  announce(hash: Hash): void;
  /** The chain's providers agree on this newest block. */
  noteFound(hash: Hash): void;
  stop(): void;
};

// An endpoint can invent blocks, and each reading asks every provider of the chain. So the readings that it causes follow the
// blocks that the chain really has, and one more in each second.
const LIMIT = { perSecond: 1, burst: 8 };
const TOKEN_MS = 1000 / LIMIT.perSecond;
// The providers can have a block later than the endpoint that announces it.
const RETRY_MS = [250, 750, 2000];
const MAX_SEEN = 64;

/** @param wake has the chain read */
export function createHeadWakes(wake: () => void): HeadWakes {
  const seen = new Set<Hash>();
  let awaited: Hash | null = null;
  let found: Hash | null = null;
  let fullAt = 0;
  let tries = 0;
  let timer: NodeJS.Timeout | undefined;

  const waitFor = (ms: number) => {
    timer = setTimeout(attempt, ms);
    timer.unref();
  };
  function attempt(): void {
    clearTimeout(timer);
    const taken = takeTokens(LIMIT, fullAt, { now: performance.now(), count: 1 });
    if (!taken.ok) {
      waitFor(Math.ceil(taken.waitMs));
      return;
    }
    fullAt = taken.fullAt;
    const retryMs = RETRY_MS[tries];
    tries += 1;
    if (retryMs !== undefined) waitFor(retryMs);
    wake();
  }

  return {
    announce: (hash) => {
      if (hash === found || seen.has(hash)) return;
      seen.add(hash);
      const [oldest] = seen;
      if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest);
      awaited = hash;
      tries = 0;
      attempt();
    },
    noteFound: (hash) => {
      found = hash;
      fullAt -= TOKEN_MS;
      if (hash !== awaited) return;
      awaited = null;
      clearTimeout(timer);
    },
    stop: () => clearTimeout(timer),
  };
}
