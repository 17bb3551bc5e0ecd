import { zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import type { Reading } from './openingBalance.ts';
import { openingOf, previousEnd } from './openingBalance.ts';

const reading = (more: Partial<Reading> = {}): Reading => ({
  ...{ account: 'vault', token: zeroAddress, addresses: '0xA', toBlock: 10n, closing: 5n },
  ...more,
});

test('a comparison begins with the newest balance of the same account', () => {
  const readings = [reading(), reading({ account: 'hotWallet', closing: 7n })];
  expect(previousEnd(readings)).toBe(10n);
  expect(openingOf(readings, reading())).toBe(5n);
  expect(openingOf(readings, reading({ account: 'hotWallet' }))).toBe(7n);
});

test('does not start a comparison from the balance of other vaults', () => {
  expect(openingOf([reading()], reading({ addresses: '0xA 0xB' }))).toBeNull();
  expect(openingOf([reading({ addresses: '0xA 0xB' })], reading())).toBeNull();
});

test("does not start a comparison from a balance older than the chain's newest one", () => {
  const readings = [reading({ toBlock: 9n }), reading({ account: 'hotWallet' })];
  expect(openingOf(readings, reading())).toBeNull();
});
