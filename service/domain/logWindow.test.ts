import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstBlocks, narrow, startWindow, widen } from './logWindow.ts';

/** Reads a range through an endpoint that returns at most `limit` blocks. @returns the requests, and the blocks in order */
function readAll(from: bigint, to: bigint, { limit, maxBlocks }: { limit: bigint; maxBlocks: number }) {
  let window = startWindow(maxBlocks);
  let [requests, refused] = [0, 0];
  const read: bigint[] = [];
  for (let next = from; next <= to; ) {
    const range = firstBlocks(window, { from: next, to });
    requests += 1;
    if (range.to - range.from + 1n > limit) {
      refused += 1;
      window = narrow(range);
      continue;
    }
    for (let block = range.from; block <= range.to; block += 1n) read.push(block);
    window = widen(window, range, maxBlocks);
    next = range.to + 1n;
  }
  return { requests, refused, read };
}

test('reads every block once, whatever the endpoint allows', () => {
  const size = fc.bigInt({ min: 1n, max: 300n });
  fc.assert(
    fc.property(size, size, fc.integer({ min: 1, max: 1000 }), (blocks, limit, maxBlocks) => {
      const { read } = readAll(1n, blocks, { limit, maxBlocks });
      expect(read).toEqual(Array.from({ length: Number(blocks) }, (_, index) => BigInt(index) + 1n));
    }),
  );
});

test('remembers what the endpoint refused', () => {
  const { requests, refused } = readAll(1n, 1000n, { limit: 10n, maxBlocks: 1000 });
  expect(refused / requests).toBeLessThan(0.2);
});
