import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VaultFunds } from './sweep.ts';
import { amountAbove, amountToSweep, sumScheduled } from './sweep.ts';

const RULE = { float: 100n, minimum: 10n };
const funds = (more: Partial<VaultFunds> = {}): VaultFunds => ({
  ...{ settled: 500n, newest: 500n, leftSince: 0n, claims: 0n, scheduled: 0n },
  ...more,
});

test('a sweep leaves the float, the claims and the scheduled withdrawals', () => {
  expect(amountToSweep(RULE, funds())).toBe(400n);
  expect(amountToSweep(RULE, funds({ claims: 150n, scheduled: 50n }))).toBe(200n);
});

test('a sweep counts no money that left since the final block, and none that arrived since', () => {
  expect(amountToSweep(RULE, funds({ leftSince: 30n }))).toBe(370n);
  expect(amountToSweep(RULE, funds({ newest: 200n }))).toBe(100n);
  expect(amountToSweep(RULE, funds({ newest: 900n }))).toBe(400n);
});

test('nothing is swept below the minimum, and a missing float is a negative amount', () => {
  expect(amountToSweep(RULE, funds({ claims: 391n }))).toBe(0n);
  expect(amountToSweep(RULE, funds({ claims: 390n }))).toBe(10n);
  expect(amountAbove(RULE, funds({ claims: 450n }))).toBe(-50n);
  expect(amountToSweep(RULE, funds({ claims: 450n }))).toBe(0n);
});

test('after any sweep the vault still has the float and everything that is owed', () => {
  const amount = fc.bigInt({ min: 0n, max: 1000n });
  const anyFunds = fc.record({
    ...{ settled: amount, newest: amount, leftSince: amount, claims: amount, scheduled: amount },
  });
  fc.assert(
    fc.property(anyFunds, fc.record({ float: amount, minimum: fc.bigInt({ min: 1n, max: 50n }) }), (all, rule) => {
      const swept = amountToSweep(rule, all);
      if (swept === 0n) return;
      expect(swept).toBeGreaterThanOrEqual(rule.minimum);
      for (const balance of [all.newest, all.settled - all.leftSince]) {
        expect(balance - swept).toBeGreaterThanOrEqual(all.claims + all.scheduled + rule.float);
      }
    }),
  );
});

test('a withdrawal of everything takes the balance', () => {
  expect(sumScheduled([{ amount: 2n ** 256n - 1n }, { amount: 7n }], 500n)).toBe(507n);
});
