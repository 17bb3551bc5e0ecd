import type { BlockRange } from './blockRange.ts';

/** What is left to read of a range that the endpoint refused. */
type Refused = BlockRange & {
  /** The blocks of the range when the endpoint refused it. */
  readonly blocks: bigint;
};

/** How many blocks an endpoint returns the logs of at once, as far as its answers show. */
export type LogWindow = {
  readonly blocks: bigint;
  /** The full windows that were answered since the size last changed. */
  readonly answered: number;
  /** The refused ranges in which no block with too many logs was found yet. */
  readonly refused: readonly Refused[];
};

// A larger window is tried rarely: a refused request can cost as much as an answered one.
const GROW_AFTER = 8;
// So few blocks of a refused range are read one by one.
const ONE_BY_ONE = 4n;
const MAX_REFUSED = 32;

export function startWindow(maxBlocks: number): LogWindow {
  return { blocks: BigInt(maxBlocks), answered: 0, refused: [] };
}

function countBlocks({ from, to }: BlockRange): bigint {
  return to - from + 1n;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** The last block to ask for from a block on, so that the request does not contain a refused range again. */
function lastBefore(from: bigint, last: bigint, refused: Refused): bigint {
  if (refused.to < from || refused.from > last) return last;
  if (refused.from > from) return refused.from - 1n;
  const left = refused.to - from + 1n;
  return left <= ONE_BY_ONE ? from : least(last, from + left / 2n - 1n);
}

/** The first blocks of a range, as many as one request may ask for. */
export function firstBlocks({ blocks, refused }: LogWindow, { from, to }: BlockRange): BlockRange {
  const last = least(from + blocks - 1n, to);
  return { from, to: refused.reduce((end, range) => lastBefore(from, end, range), last) };
}

/** Whether a request for these blocks searches a refused range. */
export function isSearch({ refused }: LogWindow, { from, to }: BlockRange): boolean {
  return refused.some((range) => range.from <= to && from <= range.to);
}

/**
 * The window after the endpoint refused several blocks. It stays as large as before: the requests for the refused blocks get
 * smaller, until one block explains the refusal or all of them are read.
 */
export function afterRefusal(window: LogWindow, range: BlockRange): LogWindow {
  const refused = [...window.refused, { from: range.from, to: range.to, blocks: countBlocks(range) }];
  return { ...window, answered: 0, refused: refused.slice(-MAX_REFUSED) };
}

/** The window after the endpoint refused a single block: its logs explain every refused range with this block. */
export function afterLargeBlock(window: LogWindow, block: bigint): LogWindow {
  return { ...window, refused: window.refused.filter(({ from, to }) => block < from || block > to) };
}

/** What is left of a refused range after the answer for some blocks. Earlier blocks that were not read lie behind the reader. */
function withoutBlocks(refused: Refused, { from, to }: BlockRange): Refused {
  if (to < refused.from || from > refused.to) return refused;
  return to >= refused.to ? { ...refused, to: from - 1n } : { ...refused, from: to + 1n };
}

/** The window after the endpoint answered these blocks. */
export function afterAnswer(window: LogWindow, range: BlockRange, maxBlocks: number): LogWindow {
  const rests = window.refused.map((refused) => withoutBlocks(refused, range));
  // No block of such a range was too large, so the range was.
  const tooMany = rests.filter(({ from, to }) => from > to).map(({ blocks }) => blocks / 2n);
  if (tooMany.length > 0) {
    const blocks = tooMany.reduce(least, window.blocks);
    // The smaller window explains the larger ones too.
    return { blocks, answered: 0, refused: rests.filter((rest) => rest.from <= rest.to && rest.blocks <= blocks) };
  }
  const next = { ...window, refused: rests };
  if (countBlocks(range) < window.blocks) return next;
  if (window.answered + 1 < GROW_AFTER) return { ...next, answered: window.answered + 1 };
  return { ...next, blocks: least(window.blocks * 2n, BigInt(maxBlocks)), answered: 0 };
}
