import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listBlocks } from '../chain/model/blockRange.ts';
import { newBlocksFirst } from './chooseRange.ts';

test("reads a range's new blocks first, and every block once", () => {
  const block = fc.bigInt({ min: 0n, max: 200n });
  fc.assert(
    fc.property(block, block, block, (from, more, reread) => {
      const range = { from, to: from + more };
      const blocks = newBlocksFirst(range, reread).flatMap(listBlocks);
      const isNew = (number: bigint) => number > reread;
      const all = listBlocks(range);
      expect(blocks).toEqual([...all.filter(isNew), ...all.filter((number) => !isNew(number))]);
    }),
  );
});

test('keeps a range in order after a reorg', () => {
  expect(newBlocksFirst({ from: 3n, to: 9n }, null)).toEqual([{ from: 3n, to: 9n }]);
});
