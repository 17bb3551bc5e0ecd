import { expect, test } from 'vitest';
import type { Instruction } from './divideGas.ts';
import { divideGas } from './divideGas.ts';

const VAULT = '0xaa';

// A batch with one payment: the vault calls itself, reads a balance and transfers a token.
const BATCH: readonly Instruction[] = [
  { op: 'PUSH1', depth: 1, gas: 1_000_000, gasCost: 3, stack: [] },
  { op: 'CALL', depth: 1, gas: 999_997, gasCost: 500_100, stack: ['0x0', '0x0', '0x0', VAULT, '0x7a120'] },
  { op: 'SLOAD', depth: 2, gas: 500_000, gasCost: 2_100, stack: [] },
  { op: 'SSTORE', depth: 2, gas: 497_900, gasCost: 20_000, stack: [] },
  { op: 'SSTORE', depth: 2, gas: 477_900, gasCost: 2_900, stack: [] },
  { op: 'STATICCALL', depth: 2, gas: 475_000, gasCost: 400_000, stack: ['0x0', '0xbb', '0x0'] },
  { op: 'SLOAD', depth: 3, gas: 399_900, gasCost: 2_100, stack: [] },
  { op: 'RETURN', depth: 3, gas: 397_800, gasCost: 0, stack: [] },
  { op: 'CALL', depth: 2, gas: 472_800, gasCost: 400_000, stack: ['0x0', '0x0', '0x0', '0xbb', '0x0'] },
  { op: 'SSTORE', depth: 3, gas: 399_900, gasCost: 20_000, stack: [] },
  { op: 'LOG3', depth: 3, gas: 379_900, gasCost: 1_756, stack: [] },
  { op: 'LOG4', depth: 2, gas: 450_944, gasCost: 2_387, stack: [] },
  { op: 'STOP', depth: 2, gas: 448_557, gasCost: 0, stack: [] },
  { op: 'RETURN', depth: 1, gas: 948_454, gasCost: 0, stack: [] },
];

test('divides the gas of a batch into the steps of its payments', () => {
  const steps = divideGas(BATCH, { gasUsed: 75_000, vault: VAULT });
  expect(Object.fromEntries(steps)).toEqual({
    'base and calldata': 75_000 - 51_546,
    'record of the id': 20_000,
    "record of the token's spending": 2_900,
    'reading the record, the role and the caps': 2_100,
    "the token's `transfer`": 100 + 20_000 + 1_756,
    'balances before and after': 100 + 2_100,
    'the event `Paid`': 2_387,
    'starting each payment of a batch': 100,
    computing: 3,
  });
  expect([...steps.values()].reduce((sum, gas) => sum + gas)).toBe(75_000);
});

test('counts a native transfer with what the recipient uses', () => {
  const steps = divideGas(
    [
      { op: 'CALL', depth: 1, gas: 200_000, gasCost: 109_000, stack: ['0x0', '0x0', '0x1', '0xcc', '0x186a0'] },
      { op: 'SSTORE', depth: 2, gas: 102_300, gasCost: 22_100, stack: [] },
      { op: 'STOP', depth: 1, gas: 171_200, gasCost: 0, stack: [] },
    ],
    { gasUsed: 50_000, vault: VAULT },
  );
  expect(steps.get('sending the native token')).toBe(28_800);
  expect(steps.get('base and calldata')).toBe(21_200);
});
