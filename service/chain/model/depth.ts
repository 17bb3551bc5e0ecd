import { depthOf } from './blockRange.ts';

/**
 * What a chain's consensus says about a block: `safe` is unlikely to be replaced, and replacing a `finalized` one costs
 * those who secure the chain. Each chain family gives the names its own meaning, see docs/configuration.md.
 */
export const BLOCK_TAGS = ['safe', 'finalized'] as const;
export type BlockTag = (typeof BLOCK_TAGS)[number];

/** How deep a block must be: its number of confirmations, or the chain's newest block with a tag at or above it. */
export type Depth = number | BlockTag;

// Above every number of confirmations the configuration accepts.
const TAG_RANKS: Readonly<Record<BlockTag, number>> = { safe: 1_000_000, finalized: 2_000_000 };

function rankOf(depth: Depth): number {
  return typeof depth === 'number' ? depth : TAG_RANKS[depth];
}

/** Orders depths: more confirmations are deeper, a tag is deeper than any number, and `finalized` is the deepest. */
export function isDeeper(depth: Depth, other: Depth): boolean {
  return rankOf(depth) > rankOf(other);
}

export function deepestOf(first: Depth, ...others: readonly Depth[]): Depth {
  return others.reduce((deepest, depth) => (isDeeper(depth, deepest) ? depth : deepest), first);
}

/** The newest block with this many confirmations; negative if there is none. */
export function lastConfirmedBlock(confirmations: number, head: bigint): bigint {
  const last = head + 1n - BigInt(confirmations);
  return last < 0n ? -1n : last;
}

/** A depth, as it reads after "with" or "until its block has". */
export function describeDepth(depth: Depth): string {
  return typeof depth === 'number' ? `${depth} confirmations` : `the tag "${depth}"`;
}

/** Why a block is not deep enough yet, as a clause about the block. */
export function describeShallow(
  blockNumber: bigint,
  { depth, head }: { readonly depth: Depth; readonly head: bigint },
): string {
  return typeof depth === 'number'
    ? `has ${depthOf(blockNumber, head)} of ${depth} confirmations`
    : `is in a block that is not ${depth} yet`;
}
