import fc from 'fast-check';
import { parseEther, parseUnits, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { createSampleCatalog, pickChain, pickRoute } from '../../../tools/lab/service/sampleCatalog.ts';
import { tokenValue } from '../../quotes/model/price.ts';
import { neededConfirmations } from './confirmations.ts';
import { isDeeper } from './depth.ts';

const catalog = createSampleCatalog((file) => {
  for (const chain of file.chains) {
    chain.confirmationsAbove = { '10000': 12, '100000': 40 };
  }
});
const chain = pickChain(catalog, 'Northshore');
const usdc = pickRoute(catalog, 'USDC').originToken.address;
const wbtc = pickRoute(catalog, 'WBTC').originToken.address;
const ether = zeroAddress;

// The price of ETH is 3000, of WBTC 60000.
test.each([
  ['a small deposit', usdc, parseUnits('1', 6), 2],
  ['a value equal to the first bound', usdc, parseUnits('10000', 6), 2],
  ['one unit above the first bound', usdc, parseUnits('10000', 6) + 1n, 12],
  ['a value equal to the second bound', usdc, parseUnits('100000', 6), 12],
  ['a value above the second bound', usdc, parseUnits('1000000', 6), 40],
  ['a native amount below the first bound', ether, parseEther('3.333333333333333333'), 2],
  ['a native amount just above the first bound', ether, parseEther('3.333333333333333334'), 12],
  ['a token with 8 decimals', wbtc, parseUnits('2', 8), 40],
  ['the largest uint256', usdc, 2n ** 256n - 1n, 40],
])('%s needs the confirmations of its value', (_what, ...[token, amount, confirmations]) => {
  expect(neededConfirmations(catalog, chain, { token, amount })).toBe(confirmations);
});

test('a token outside the catalog needs the fewest confirmations', () => {
  const token = '0x1111111111111111111111111111111111111111';
  expect(neededConfirmations(catalog, chain, { token, amount: 2n ** 255n })).toBe(2);
});

test('a larger amount never needs fewer confirmations', () => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  fc.assert(
    fc.property(amounts, amounts, (a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      const needed = (amount: bigint) => neededConfirmations(catalog, chain, { token: usdc, amount });
      expect(isDeeper(needed(less), needed(more))).toBe(false);
    }),
  );
});

test('rounds a value up, so that the comparison with a bound is exact', () => {
  const bits = (n: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(n) });
  fc.assert(
    fc.property(fc.tuple(bits(256), bits(128), bits(256)), fc.nat(24), ([amount, price, bound], decimals) => {
      const isAbove = amount * price > bound * 10n ** BigInt(decimals);
      expect(tokenValue(amount, { decimals, price }) > bound).toBe(isAbove);
    }),
  );
});
