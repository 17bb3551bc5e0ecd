import { expect, test } from 'vitest';
import { deepestOf, describeShallow, isDeeper, lastConfirmedBlock } from './depth.ts';

test('a tag is deeper than any number of confirmations, and finalized is deeper than safe', () => {
  expect(isDeeper('safe', 10_000)).toBe(true);
  expect(isDeeper('finalized', 'safe')).toBe(true);
  expect(isDeeper('safe', 'safe')).toBe(false);
  expect(isDeeper(3, 2)).toBe(true);
  expect(deepestOf(12, 'finalized', 'safe', 64)).toBe('finalized');
});

test('the newest block has one confirmation', () => {
  expect(lastConfirmedBlock(1, 100n)).toBe(100n);
  expect(lastConfirmedBlock(12, 100n)).toBe(89n);
  expect(lastConfirmedBlock(12, 5n)).toBe(-1n);
});

test('describes what a shallow block lacks', () => {
  expect(describeShallow(99n, { depth: 12, head: 100n })).toBe('has 2 of 12 confirmations');
  expect(describeShallow(99n, { depth: 'safe', head: 100n })).toBe('is in a block that is not safe yet');
});
