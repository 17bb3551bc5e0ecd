import type { Hash } from 'viem';
import { isHash } from 'viem';
import type { BlockTag } from '../../domain/depth.ts';

type Read = (maxAgeMs: number, ask: () => Promise<unknown>) => Promise<unknown>;

/** Shares the readings of a chain's newest block and of its tagged blocks, as its providers agree on it, between the workers of this process. */
export type HeadCache = {
  /** Returns the newest block as it was at most `maxAgeMs` ago, or asks for it. */
  readonly read: Read;
  /** The same for the newest block with a tag. */
  readonly tagged: Readonly<Record<BlockTag, Read>>;
  /** Calls the listener whenever a reading finds another newest block than the reading before. */
  onNew(listener: (hash: Hash) => void): void;
};

function readHash(block: unknown): Hash | null {
  const hash = typeof block === 'object' && block !== null && 'hash' in block ? block.hash : null;
  return typeof hash === 'string' && isHash(hash) ? hash : null;
}

/** Creates a reading that callers share while it is young enough. */
function createReading(now: () => number, onAnswer: (block: unknown) => void = () => {}): Read {
  let last: { readonly askedAt: number; readonly answer: Promise<unknown> } | null = null;
  return (maxAgeMs, ask) => {
    if (last && now() - last.askedAt < maxAgeMs) return last.answer;
    const answer = ask();
    const entry = { askedAt: now(), answer };
    last = entry;
    answer.then(onAnswer, () => {
      // A failure is not shared with later callers.
      if (last === entry) last = null;
    });
    return answer;
  };
}

export function createHeadCache(now: () => number = () => performance.now()): HeadCache {
  const listeners: ((hash: Hash) => void)[] = [];
  let newest: Hash | null = null;

  const compare = (block: unknown) => {
    const hash = readHash(block);
    if (hash === null || hash === newest) return;
    newest = hash;
    for (const listener of listeners) listener(hash);
  };
  return {
    read: createReading(now, compare),
    tagged: { safe: createReading(now), finalized: createReading(now) },
    onNew: (listener) => {
      listeners.push(listener);
    },
  };
}
