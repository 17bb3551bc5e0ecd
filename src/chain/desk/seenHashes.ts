import type { Hash } from 'viem';
import type { ChainSight } from '../../domain/desk/evidence.ts';
import type { CaseMemory, Remembered } from '../../domain/desk/memory.ts';
import { rememberSight } from '../../domain/desk/memory.ts';

const MAX_REMEMBERED = 2_000;

/** What this page saw of each hash. A later look can tell from it what became of a pending transaction. */
export function createSeenHashes(now: () => number) {
  const seen = new Map<Hash, Remembered>();
  return {
    remember: (hash: Hash, sights: readonly ChainSight[]): void => {
      const [sight] = sights.map((one) => rememberSight(hash, one)).filter((one) => one !== null);
      if (!sight) return;
      const earlier = seen.get(hash);
      const isSameChain = earlier?.chainId === sight.chainId;
      // A pending transaction that was mined before has left its block, and the earlier block proves it.
      const block = sight.block ?? (isSameChain ? earlier.block : null);
      seen.set(hash, { ...sight, nonce: sight.nonce ?? (isSameChain ? earlier.nonce : null), block, seenAtMs: now() });
      const [oldest] = seen.keys();
      if (seen.size > MAX_REMEMBERED && oldest) seen.delete(oldest);
    },
    /** The memory with what this page saw since. */
    addTo: (memory: CaseMemory, hash: Hash): CaseMemory => {
      const own = seen.get(hash);
      return own ? { ...memory, sights: [...memory.sights, own] } : memory;
    },
  };
}
