import { expect, test } from 'vitest';
import { createRescanInterval } from './rescan.ts';

const INTERVAL_MS = 5000;

const blocks = (count: number) => ({ from: 1n, to: BigInt(count) });

test.each([
  ['2 of at most 2', 2, 2],
  ['10 of at most 10', 10, 10],
  ['16 of at most 100', 16, 100],
])('%s blocks are worth rescanning at once', (_what, count, maxBlocks) => {
  const interval = createRescanInterval({ maxBlocks, intervalMs: INTERVAL_MS });
  interval.noteRead(0);
  expect(interval.isDue(blocks(count), 0)).toBe(true);
});

test.each([
  ['9 of at most 10', 9, 10],
  ['15 of at most 100', 15, 100],
])('%s blocks wait for ten intervals after a rescan', (_what, count, maxBlocks) => {
  const interval = createRescanInterval({ maxBlocks, intervalMs: INTERVAL_MS });
  interval.noteRead(0);
  expect(interval.isDue(blocks(count), 10 * INTERVAL_MS - 1)).toBe(false);
  expect(interval.isDue(blocks(count), 10 * INTERVAL_MS)).toBe(true);
});

test('blocks whose rescan did not finish are due again at once', () => {
  const interval = createRescanInterval({ maxBlocks: 100, intervalMs: INTERVAL_MS });
  expect(interval.isDue(blocks(1), 0)).toBe(true);
  expect(interval.isDue(blocks(1), 1)).toBe(true);
});
