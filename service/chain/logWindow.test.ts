import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogWindow } from './logReader.ts';
import { afterAnswer, afterLargeBlock, afterRefusal, firstBlocks, startWindow } from './logReader.ts';
import type { BlockRange } from './model/blockRange.ts';
import { listBlocks } from './model/blockRange.ts';

type Reading = { readonly window: LogWindow; readonly requests: number; readonly refused: number };

/** Reads a range through an endpoint that refuses some requests. It reports the blocks in the order they were read. */
function readAll(
  all: BlockRange,
  options: {
    readonly refuses: (range: BlockRange) => boolean;
    readonly maxBlocks: number;
    readonly window?: LogWindow;
    readonly onRead?: (block: bigint) => void;
  },
): Reading {
  const { refuses, maxBlocks, onRead = () => {} } = options;
  let window = options.window ?? startWindow(maxBlocks);
  let [requests, refused] = [0, 0];
  for (let { from } = all; from <= all.to; ) {
    const range = firstBlocks(window, { from, to: all.to });
    requests += 1;
    const isRefused = refuses(range);
    if (isRefused) refused += 1;
    if (isRefused && range.from < range.to) {
      window = afterRefusal(window, range);
      continue;
    }
    // A single block's receipts are read instead of its logs.
    window = isRefused ? afterLargeBlock(window, range.from) : afterAnswer(window, range, maxBlocks);
    for (const block of listBlocks(range)) onRead(block);
    from = range.to + 1n;
  }
  return { window, requests, refused };
}

const atMost = (limit: bigint) => (range: BlockRange) => range.to - range.from + 1n > limit;
const withoutAny = (large: readonly bigint[]) => (range: BlockRange) =>
  large.some((block) => range.from <= block && block <= range.to);

const size = fc.bigInt({ min: 1n, max: 300n });

test('reads every block once and in order, whatever the endpoint refuses', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(weights, size, fc.integer({ min: 1, max: 1000 }), (logs, limit, maxBlocks) => {
      const all = { from: 1n, to: BigInt(logs.length) };
      const sum = (range: BlockRange) =>
        logs.slice(Number(range.from) - 1, Number(range.to)).reduce((a, b) => a + b, 0);
      const read: bigint[] = [];
      const refuses = (range: BlockRange) => atMost(limit)(range) || sum(range) > 20;
      readAll(all, { refuses, maxBlocks, onRead: (block) => read.push(block) });
      expect(read).toEqual(listBlocks(all));
    }),
  );
});

test('remembers how many blocks the endpoint refuses', () => {
  const { requests, refused } = readAll({ from: 1n, to: 1000n }, { refuses: atMost(10n), maxBlocks: 1000 });
  expect(refused / requests).toBeLessThan(0.2);
});

test('keeps the window for other blocks after one with too many logs, which it finds by halving', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 1000n }), (large) => {
      const { window, requests } = readAll({ from: 1n, to: 1000n }, { refuses: withoutAny([large]), maxBlocks: 1000 });
      expect(window).toMatchObject({ blocks: 1000n, refused: [] });
      expect(requests).toBeLessThanOrEqual(2 * Math.log2(1000) + 2);
    }),
  );
});

test('asks for each of the last blocks of a refused range separately', () => {
  const refused = afterRefusal(startWindow(1000), { from: 10n, to: 13n });
  expect(firstBlocks(refused, { from: 10n, to: 13n })).toEqual({ from: 10n, to: 10n });
  expect(firstBlocks(refused, { from: 1n, to: 13n })).toEqual({ from: 1n, to: 9n });
  expect(firstBlocks(refused, { from: 14n, to: 90n })).toEqual({ from: 14n, to: 90n });
});

test('widens again once an endpoint that refused large ranges answers them', () => {
  const { window } = readAll({ from: 1n, to: 100n }, { refuses: atMost(1n), maxBlocks: 64 });
  expect(window.blocks).toBeLessThan(3n);
  const after = readAll({ from: 101n, to: 1000n }, { refuses: () => false, maxBlocks: 64, window });
  expect(after.window.blocks).toBe(64n);
});
