import type { Hash } from 'viem';
import { isHash } from 'viem';

/** Shares the readings of a chain's newest block, as its providers agree on it, between the workers of this process. */
export type HeadCache = {
  /** Returns the newest block as it was at most `maxAgeMs` ago, or asks for it. */
  read(maxAgeMs: number, ask: () => Promise<unknown>): Promise<unknown>;
  /** Calls the listener whenever a reading finds another newest block than the reading before. */
  onNew(listener: (hash: Hash) => void): void;
};

function readHash(block: unknown): Hash | null {
  const hash = typeof block === 'object' && block !== null && 'hash' in block ? block.hash : null;
  return typeof hash === 'string' && isHash(hash) ? hash : null;
}

export function createHeadCache(now: () => number = () => performance.now()): HeadCache {
  const listeners: ((hash: Hash) => void)[] = [];
  let last: { readonly askedAt: number; readonly answer: Promise<unknown> } | null = null;
  let newest: Hash | null = null;

  const compare = (block: unknown) => {
    const hash = readHash(block);
    if (hash === null || hash === newest) return;
    newest = hash;
    for (const listener of listeners) listener(hash);
  };
  return {
    read: (maxAgeMs, ask) => {
      if (last && now() - last.askedAt < maxAgeMs) return last.answer;
      const answer = ask();
      const entry = { askedAt: now(), answer };
      last = entry;
      answer.then(compare, () => {
        // A failure is not shared with later callers.
        if (last === entry) last = null;
      });
      return answer;
    },
    onNew: (listener) => {
      listeners.push(listener);
    },
  };
}
