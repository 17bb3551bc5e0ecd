import { describe, expect, it } from 'vitest';
import { isQuoteExpired, isQuoteStale } from './quote.ts';

describe('isQuoteStale', () => {
  it('accepts a quote for two minutes', () => {
    const quote = { builtAt: 1_000, validUntilMs: null };
    expect(isQuoteStale(quote, 121_000)).toBe(false);
    expect(isQuoteStale(quote, 121_001)).toBe(true);
  });

  it('expires when the service no longer honours the quote', () => {
    const quote = { builtAt: 1_000, validUntilMs: 31_000 };
    expect([30_999, 31_000].map((now) => isQuoteStale(quote, now))).toEqual([false, true]);
    expect([30_999, 31_000].map((now) => isQuoteExpired(quote, now))).toEqual([false, true]);
  });

  it('ignores an expiry before the quote arrived, because the clocks differ', () => {
    const quote = { builtAt: 100_000, validUntilMs: 31_000 };
    expect([100_000, 220_000].map((now) => isQuoteExpired(quote, now))).toEqual([false, false]);
  });
});
