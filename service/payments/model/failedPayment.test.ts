import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exceedsCharge, tokenValue } from '../../quotes/model/price.ts';
import { burntValue, delayAfterFailures, valueInToken } from './failedPayment.ts';

const count = fc.integer({ min: 1, max: 10 });
const price = fc.bigInt({ min: 1n, max: 10n ** 24n });

describe('a failed payment', () => {
  test('is tried again after a delay that doubles, up to an hour', () => {
    expect([1, 2, 3, 4].map(delayAfterFailures)).toEqual([30_000, 60_000, 120_000, 240_000]);
    expect(delayAfterFailures(100)).toBe(3_600_000);
  });

  test('costs its recipient at least what it cost the bridge', () => {
    fc.assert(
      fc.property(
        fc.record({ gasCost: fc.bigInt({ min: 0n, max: 10n ** 22n }), payments: count, nativePrice: price }),
        fc.record({ price, decimals: fc.integer({ min: 0, max: 24 }) }),
        ({ gasCost, payments, nativePrice }, token) => {
          const value = burntValue({ gasCost, payments, nativePrice });
          expect(value * BigInt(payments)).toBeGreaterThanOrEqual(
            tokenValue(gasCost, { decimals: 18, price: nativePrice }) - 1n,
          );
          const charged = valueInToken(value, token);
          expect(tokenValue(charged, token)).toBeGreaterThanOrEqual(value);
        },
      ),
    );
  });

  test('waits while its gas costs more than the factor times the charge', () => {
    expect(exceedsCharge({ cost: 50n, charged: 10n, factor: 5n })).toBe(false);
    expect(exceedsCharge({ cost: 51n, charged: 10n, factor: 5n })).toBe(true);
    expect(exceedsCharge({ cost: 5n, charged: 0n, factor: 5n })).toBe(false);
  });
});
