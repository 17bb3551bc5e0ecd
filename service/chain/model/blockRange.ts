export type BlockRange = { readonly from: bigint; readonly to: bigint };

export type ScanPosition = {
  readonly startBlock: bigint;
  /** The last completely read block; null before the first. */
  readonly scannedTo: bigint | null;
  readonly head: bigint;
  readonly overlap: number;
  readonly maxBlocks: number;
};

/**
 * The blocks to read next: from the cursor on, with the last `overlap` blocks again. It ends at the head, because nodes
 * answer later blocks with an empty list or an error.
 * @returns null if the chain has not reached the start block, or the node is behind the cursor
 */
export function nextRange({ startBlock, scannedTo, head, overlap, maxBlocks }: ScanPosition): BlockRange | null {
  if (head < startBlock || (scannedTo !== null && head < scannedTo)) return null;
  const back = scannedTo === null ? startBlock : scannedTo + 1n - BigInt(overlap);
  const from = back > startBlock ? back : startBlock;
  const furthest = from + BigInt(maxBlocks) - 1n;
  return { from, to: furthest < head ? furthest : head };
}

export type RescanPosition = {
  readonly startBlock: bigint;
  /** The watcher's cursor. */
  readonly scannedTo: bigint | null;
  readonly rescannedTo: bigint | null;
  readonly reorgWindow: number;
  readonly maxBlocks: number;
};

/** The blocks to rescan: those older than the watcher's reorg window; null if there are none. */
export function nextFinalRange(position: RescanPosition): BlockRange | null {
  const { startBlock, scannedTo, rescannedTo, reorgWindow, maxBlocks } = position;
  if (scannedTo === null) return null;
  const from = rescannedTo === null ? startBlock : rescannedTo + 1n;
  const last = scannedTo - BigInt(reorgWindow);
  const furthest = from + BigInt(maxBlocks) - 1n;
  return last < from ? null : { from, to: furthest < last ? furthest : last };
}

/** Splits a range into chunks of at most so many blocks, in order; none for an empty range. */
export function splitRange({ from, to }: BlockRange, blocks: bigint): readonly BlockRange[] {
  const parts: BlockRange[] = [];
  for (let start = from; start <= to; start += blocks) {
    const end = start + blocks - 1n;
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
}

export function listBlocks({ from, to }: BlockRange): readonly bigint[] {
  return Array.from({ length: Math.max(0, Number(to - from) + 1) }, (_, index) => from + BigInt(index));
}

/** A block's confirmations: 1 for the newest block. */
export function depthOf(blockNumber: bigint, head: bigint): number {
  return head < blockNumber ? 0 : Number(head - blockNumber) + 1;
}
