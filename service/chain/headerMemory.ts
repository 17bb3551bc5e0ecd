import type { Hash } from 'viem';
import type { Header } from './header.ts';

/**
 * Headers that a quorum has agreed on, by their hash. A header never changes, so a later reader that knows the hash of a block
 * in the chain need not ask for it again.
 */
export type HeaderMemory = {
  note(header: Header): void;
  get(hash: Hash): Header | undefined;
};

// Longer than the reorg window and one range of the second reading together, at about 1 kB each.
const MAX_HEADERS = 512;

export function createHeaderMemory(): HeaderMemory {
  const headers = new Map<Hash, Header>();
  return {
    note: (header) => {
      headers.set(header.hash, header);
      const [oldest] = headers.keys();
      if (headers.size > MAX_HEADERS && oldest !== undefined) headers.delete(oldest);
    },
    get: (hash) => headers.get(hash),
  };
}
