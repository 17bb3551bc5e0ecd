import type { BlockRange } from './blockRange.ts';

/** How many blocks an endpoint returns the logs of at once, as far as its answers show. */
export type LogWindow = {
  readonly blocks: bigint;
  /** The full windows that were answered since the size last changed. */
  readonly answered: number;
};

// A larger window is tried rarely: a refused request can cost as much as an answered one.
const GROW_AFTER = 8;

export function startWindow(maxBlocks: number): LogWindow {
  return { blocks: BigInt(maxBlocks), answered: 0 };
}

/** The first blocks of a range, as many as one request may ask for. */
export function firstBlocks({ blocks }: LogWindow, { from, to }: BlockRange): BlockRange {
  const last = from + blocks - 1n;
  return { from, to: last < to ? last : to };
}

/** The window after the endpoint refused these blocks. */
export function narrow({ from, to }: BlockRange): LogWindow {
  const half = (to - from + 1n) / 2n;
  return { blocks: half > 1n ? half : 1n, answered: 0 };
}

/** The window after the endpoint answered these blocks. */
export function widen(window: LogWindow, { from, to }: BlockRange, maxBlocks: number): LogWindow {
  if (to - from + 1n < window.blocks) return window;
  if (window.answered + 1 < GROW_AFTER) return { ...window, answered: window.answered + 1 };
  const doubled = window.blocks * 2n;
  return { blocks: doubled < BigInt(maxBlocks) ? doubled : BigInt(maxBlocks), answered: 0 };
}
