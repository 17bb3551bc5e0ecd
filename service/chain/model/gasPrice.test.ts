import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gasCostInToken, parsePrice } from '../../quotes/model/price.ts';
import { bumpedFees, quotedGasPrice, signingFees } from './gasPrice.ts';

const wei = fc.bigInt({ min: 1n, max: 10n ** 13n });

describe('gas prices', () => {
  test('charge 150 % of the base fee, and sign up to 200 %', () => {
    expect(quotedGasPrice({ baseFee: 100n, tip: 7n }, 1000n)).toBe(157n);
    expect(signingFees({ baseFee: 100n, tip: 7n }, 1000n)).toEqual({ maxFee: 207n, tip: 7n });
    expect(signingFees({ baseFee: 900n, tip: 7n }, 1000n)).toEqual({ maxFee: 1000n, tip: 7n });
  });

  test('of a legacy chain charge 150 % of its price, sign that price, and raise it as one', () => {
    const market = { baseFee: 0n, tip: 100n, isLegacy: true } as const;
    expect(quotedGasPrice(market, 1000n)).toBe(150n);
    expect(signingFees(market, 1000n)).toEqual({ maxFee: 100n, tip: 100n, isLegacy: true });
    expect(signingFees(market, 60n)).toEqual({ maxFee: 60n, tip: 60n, isLegacy: true });
    expect(bumpedFees({ maxFee: 100n, tip: 100n }, market, 1000n)).toBeNull();
    expect(bumpedFees({ maxFee: 80n, tip: 80n }, market, 1000n)).toEqual({ maxFee: 100n, tip: 100n, isLegacy: true });
  });

  test('charge no more than the highest gas price the service signs', () => {
    fc.assert(
      fc.property(wei, wei, wei, (baseFee, tip, cap) => {
        const price = quotedGasPrice({ baseFee, tip }, cap);
        expect(price <= cap).toBe(true);
        expect(price <= quotedGasPrice({ baseFee, tip }, 10n ** 30n)).toBe(true);
      }),
    );
  });

  test('keep an attempt that can still be mined', () => {
    expect(bumpedFees({ maxFee: 207n, tip: 7n }, { baseFee: 200n, tip: 7n }, 1000n)).toBeNull();
  });

  test('raise both fees of a replacement by at least a tenth, up to the market, within the cap', () => {
    fc.assert(
      fc.property(fc.record({ maxFee: wei, tip: wei, baseFee: wei, marketTip: wei, cap: wei }), (given) => {
        const current = { maxFee: given.maxFee + given.tip, tip: given.tip };
        const market = { baseFee: given.baseFee, tip: given.marketTip };
        const bumped = bumpedFees(current, market, given.cap);
        if (!bumped) return;
        expect(bumped.maxFee * 10n >= current.maxFee * 11n).toBe(true);
        expect(bumped.tip * 10n >= current.tip * 11n || bumped.tip === bumped.maxFee).toBe(true);
        expect(bumped.maxFee <= given.cap).toBe(true);
        expect(bumped.tip <= bumped.maxFee).toBe(true);
      }),
    );
  });
});

describe('the cost of gas in a token', () => {
  test('is rounded up', () => {
    const cost = { gas: 120_000n, gasPrice: 1_000_000_000n, nativePrice: parsePrice('3000') ?? 0n };
    expect(gasCostInToken(cost, { decimals: 6, price: parsePrice('1') ?? 1n })).toBe(360_000n);
    expect(gasCostInToken({ ...cost, gasPrice: 1n }, { decimals: 6, price: parsePrice('1') ?? 1n })).toBe(1n);
    expect(gasCostInToken(cost, { decimals: 8, price: parsePrice('60000') ?? 1n })).toBe(600n);
  });

  test('rejects a price of 0', () => {
    expect([parsePrice('0'), parsePrice('-1'), parsePrice('1e3'), parsePrice('')]).toEqual([null, null, null, null]);
  });
});
