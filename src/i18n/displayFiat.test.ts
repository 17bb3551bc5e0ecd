import { describe, expect, it } from 'vitest';
import { digitsOf, displayFiat, fiatDigits } from './displayFiat.ts';

const cents = (amount: bigint) => ({ amount, decimals: 2 });

describe('a value in a currency', () => {
  it.each([
    ['en-US', 'USD', '$1,250.50'],
    ['de-DE', 'EUR', '1.250,50\u00a0€'],
    ['es-ES', 'USD', '1250,50\u00a0US$'],
    ['en-IN', 'USD', '$1,250.50'],
    // Alone in a right-to-left line, the "$" of "US$" would move to the other side.
    ['ar-u-nu-latn', 'USD', '\u20661,250.50\u00a0US$\u2069'],
    ['en-US', 'JPY', '¥1,251'],
    ['en-US', 'Points', '1,250.50 Points'],
  ])('shows in %s and %s as %s', (locale, currency, text) => {
    expect(displayFiat(cents(125_050n), currency, locale)).toBe(text);
  });

  it('is rounded to the nearest digit, and a tiny value is never shown as zero', () => {
    const shown = (amount: bigint) => displayFiat({ amount, decimals: 4 }, 'USD', 'en-US');
    expect([0n, 1n, 49n, 50n, 149n, 150n, 99_995n].map(shown)).toEqual([
      ...['$0.00', '<$0.01', '<$0.01', '$0.01', '$0.01', '$0.02', '$10.00'],
    ]);
  });

  it('has as many digits as its currency', () => {
    expect(['USD', 'JPY', 'KWD', 'Points'].map(digitsOf)).toEqual([2, 0, 2, 2]);
    expect(fiatDigits({ amount: 2_501_249n, decimals: 4 }, 2)).toBe('250.12');
    expect(fiatDigits({ amount: 2_509_999n, decimals: 4 }, 0)).toBe('251');
  });
});
