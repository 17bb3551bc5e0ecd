import { expect, it } from 'vitest';
import { compareValues } from './tokenValue.ts';

const priced = (amount: bigint, decimals: number, value: string | null) => ({
  ...{ amount, decimals },
  price: value === null ? null : { currency: 'USD', value, atMs: 0 },
});

it('orders holdings by value, whatever their decimals are, and those without a price first', () => {
  const bitcoin = priced(2n * 10n ** 7n, 8, '60000.5');
  const ether = priced(10n ** 18n, 18, '3000');
  const dust = priced(1n, 18, '0.000000000000000000000000000001');
  const unknown = priced(10n ** 30n, 6, null);
  expect([bitcoin, unknown, ether, dust].sort(compareValues)).toEqual([unknown, dust, ether, bitcoin]);
  expect(compareValues(unknown, unknown)).toBe(0);
});
