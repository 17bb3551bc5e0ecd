import { expect, test } from 'vitest';
import { leaveOpen } from './openingBalance.ts';

test.each([
  ['no difference', [], false],
  ['one difference', [5n], true],
  ['a loss', [-5n], true],
  ['two that offset each other', [5n, -5n], false],
  ['two that add up', [5n, 5n], true],
  ['faults that cancel each other within one comparison', [0n], true],
])('%s', (_what, amounts, isOpen) => {
  expect(leaveOpen(amounts.map((difference) => ({ difference })))).toBe(isOpen);
});
