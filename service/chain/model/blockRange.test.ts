import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { depthOf, listBlocks, nextFinalRange, nextRange } from './blockRange.ts';

const base = { startBlock: 10n, scannedTo: null, head: 5000n, overlap: 64, maxBlocks: 1000 };

describe('the next range', () => {
  test('begins at the start block, continues from the cursor with an overlap, and ends at the head', () => {
    expect(nextRange(base)).toEqual({ from: 10n, to: 1009n });
    expect(nextRange({ ...base, scannedTo: 1009n })).toEqual({ from: 946n, to: 1945n });
    expect(nextRange({ ...base, scannedTo: 4990n })).toEqual({ from: 4927n, to: 5000n });
  });

  test('is null if the node is behind the cursor or the chain is before its start block', () => {
    expect(nextRange({ ...base, scannedTo: 5001n })).toBeNull();
    expect(nextRange({ ...base, head: 9n })).toBeNull();
  });

  test('skips no block, however the head moves', () => {
    const heads = fc.array(fc.bigInt({ min: 0n, max: 300n }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        heads,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 21, max: 60 }),
        (steps, overlap, maxBlocks) => {
          let scannedTo: bigint | null = null;
          let head = 0n;
          for (const step of steps) {
            head += step;
            const range = nextRange({ startBlock: 3n, scannedTo, head, overlap, maxBlocks });
            if (!range) continue;
            expect(range.from <= (scannedTo === null ? 3n : scannedTo + 1n)).toBe(true);
            expect(range.to <= head && range.to - range.from < BigInt(maxBlocks)).toBe(true);
            expect(range.to >= (scannedTo ?? 0n)).toBe(true);
            scannedTo = range.to;
          }
        },
      ),
    );
  });

  test('gives the head one confirmation', () => {
    expect([depthOf(9n, 9n), depthOf(8n, 9n), depthOf(10n, 9n)]).toEqual([1, 2, 0]);
  });
});

describe('the range of the rescan', () => {
  const position = { startBlock: 100n, scannedTo: 1000n, rescannedTo: null, reorgWindow: 64, maxBlocks: 100 };

  test('begins at the start block and continues in limited steps', () => {
    expect(nextFinalRange(position)).toEqual({ from: 100n, to: 199n });
    expect(nextFinalRange({ ...position, rescannedTo: 199n })).toEqual({ from: 200n, to: 299n });
  });

  test('stays older than the reorg window', () => {
    expect(nextFinalRange({ ...position, rescannedTo: 900n })).toEqual({ from: 901n, to: 936n });
    expect(nextFinalRange({ ...position, rescannedTo: 936n })).toBeNull();
    expect(nextFinalRange({ ...position, scannedTo: null })).toBeNull();
    expect(nextFinalRange({ ...position, scannedTo: 120n })).toBeNull();
  });

  test('lists every block', () => {
    expect(listBlocks({ from: 3n, to: 5n })).toEqual([3n, 4n, 5n]);
  });
});
