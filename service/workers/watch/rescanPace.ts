import type { BlockRange } from '../../domain/blockRange.ts';

/** Decides when a range of blocks is worth a second reading. Times are milliseconds of one clock. */
export type RescanPace = {
  isDue(range: BlockRange, now: number): boolean;
  /** A range has been read and stored. A failure does not count, so the next turn repeats it. */
  noteRead(now: number): void;
};

// A range costs a few calls however short it is, so the rescan waits for this many blocks, and so many intervals at most.
const WORTH_BLOCKS = 16n;
const MAX_WAIT_INTERVALS = 10;

/** @param maxBlocks the longest range. It is always worth a reading, because waiting makes it no longer. */
export function createRescanPace({
  maxBlocks,
  intervalMs,
}: {
  readonly maxBlocks: number;
  readonly intervalMs: number;
}): RescanPace {
  const longest = BigInt(maxBlocks);
  const worthBlocks = longest < WORTH_BLOCKS ? longest : WORTH_BLOCKS;
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    isDue: ({ from, to }, now) => to - from + 1n >= worthBlocks || now - readAt >= intervalMs * MAX_WAIT_INTERVALS,
    noteRead: (now) => {
      readAt = now;
    },
  };
}
