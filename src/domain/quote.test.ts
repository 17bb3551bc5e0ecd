import { describe, expect, it } from 'vitest';
import { isQuoteStale, maxSpendable } from './quote.ts';

describe('maxSpendable', () => {
  it('is the whole balance of a token', () => {
    expect(maxSpendable(500n, false, 10n)).toBe(500n);
  });

  it('reserves the gas of a deposit from the native token', () => {
    expect(maxSpendable(10n ** 18n, true, 10n ** 9n)).toBe(10n ** 18n - 120_000n * 10n ** 9n);
  });

  it('is zero if the native balance does not cover the gas', () => {
    expect(maxSpendable(5n, true, 10n ** 9n)).toBe(0n);
  });
});

describe('isQuoteStale', () => {
  it('accepts a quote for two minutes', () => {
    expect(isQuoteStale(1_000, 121_000)).toBe(false);
    expect(isQuoteStale(1_000, 121_001)).toBe(true);
  });
});
