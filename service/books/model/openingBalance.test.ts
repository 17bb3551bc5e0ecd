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

test('a balance of other vaults begins no comparison', () => {
  expect(openingOf([reading()], reading({ addresses: '0xA 0xB' }))).toBeNull();
  expect(openingOf([reading({ addresses: '0xA 0xB' })], reading())).toBeNull();
});

test('a balance that is older than the newest one of the chain begins no comparison', () => {
  const readings = [reading({ toBlock: 9n }), reading({ account: 'hotWallet' })];
  expect(openingOf(readings, reading())).toBeNull();
});
