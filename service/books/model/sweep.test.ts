import fc from 'fast-check';
import type { Address, Hash } from 'viem';
import { zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import type { Outflow, VaultFunds } from './sweep.ts';
import { amountAbove, amountToSweep, sumOutflows, sumScheduled } from './sweep.ts';

const RULE = { float: 100n, minimum: 10n };
const funds = (more: Partial<VaultFunds> = {}): VaultFunds => ({
  ...{ settled: 500n, newest: 500n, leftSince: 0n, claims: 0n, scheduled: 0n },
  ...more,
});

test('a sweep leaves the float, the claims and the scheduled withdrawals', () => {
  expect(amountToSweep(RULE, funds())).toBe(400n);
  expect(amountToSweep(RULE, funds({ claims: 150n, scheduled: 50n }))).toBe(200n);
});

test('a sweep excludes money that left or arrived since the final block', () => {
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

const TOKEN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const left = (id: Hash | null, amount: bigint, token: Address = TOKEN): Outflow => ({ id, token, amount });

test('counts what left a vault if one source has it, once if both do, and the larger amount if they differ', () => {
  const sum = (onChain: readonly Outflow[], inBooks: readonly Outflow[]) => sumOutflows(TOKEN, { onChain, inBooks });
  expect(sum([left('0x1', 5n)], [])).toBe(5n);
  expect(sum([], [left('0x1', 5n)])).toBe(5n);
  expect(sum([left('0x1', 5n)], [left('0x1', 5n)])).toBe(5n);
  expect(sum([left('0x1', 5n), left('0x2', 7n)], [left('0x1', 6n), left('0x3', 1n)])).toBe(14n);
  expect(sum([left(null, 5n), left(null, 5n)], [left('0x1', 2n)])).toBe(12n);
  expect(sum([left('0x1', 5n, zeroAddress)], [left('0x1', 5n, zeroAddress)])).toBe(0n);
});

test('never counts less than either source says left a vault', () => {
  const id = fc.constantFrom<Hash | null>('0x1', '0x2', '0x3', null);
  const outflows = fc.array(fc.record({ id, amount: fc.bigInt({ min: 0n, max: 100n }) }), { maxLength: 6 });
  const toOutflows = (list: readonly { readonly id: Hash | null; readonly amount: bigint }[]) =>
    list.map((one) => left(one.id, one.amount));
  fc.assert(
    fc.property(outflows, outflows, (chain, books) => {
      const total = sumOutflows(TOKEN, { onChain: toOutflows(chain), inBooks: toOutflows(books) });
      const [seen, booked] = [chain, books].map((list) => list.reduce((sum, { amount }) => sum + amount, 0n));
      expect(total).toBeGreaterThanOrEqual(seen ?? 0n);
      expect(total).toBeGreaterThanOrEqual(booked ?? 0n);
      expect(total).toBeLessThanOrEqual((seen ?? 0n) + (booked ?? 0n));
    }),
  );
});
