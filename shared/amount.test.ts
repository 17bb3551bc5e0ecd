import fc from 'fast-check';
import { parseUnits } from 'viem';
import { describe, expect, it } from 'vitest';
import { convertRoundingDown, divideRoundingUp, formatAmount, MAX_UINT256, parseAmount } from './amount.ts';

const decimals = fc.integer({ min: 0, max: 24 });
const uint256 = fc.bigInt({ min: 0n, max: MAX_UINT256 });

describe('parseAmount', () => {
  it.each([
    ['12', 6, 12_000_000n],
    ['0.5', 6, 500_000n],
    ['.5', 1, 5n],
    ['12.', 0, 12n],
    ['0', 18, 0n],
    ['000.10', 2, 10n],
  ])('reads %s with %i decimals', (text, places, amount) => {
    expect(parseAmount(text, places)).toEqual({ ok: true, amount });
  });

  it.each(['1e3', '-1', '+1', '1,5', '1 000', ' 1', '1\n', '0x10', '1.2.3', '.', 'NaN', 'Infinity', '١٢', '1_000'])(
    'refuses %j as not a decimal',
    (text) => {
      expect(parseAmount(text, 18)).toEqual({ ok: false, problem: 'notDecimal' });
    },
  );

  it('refuses surplus fraction digits, which viem would round', () => {
    expect(parseUnits('1.9999999', 6)).toBe(2_000_000n);
    expect(parseAmount('1.9999999', 6)).toEqual({ ok: false, problem: 'tooManyDecimals' });
    expect(parseAmount('1.0', 0)).toEqual({ ok: false, problem: 'tooManyDecimals' });
  });

  it('refuses every amount if a JavaScript program forgets the decimals', () => {
    const forgotten: unknown = undefined;
    expect(parseAmount('24.9', forgotten as number)).toEqual({ ok: false, problem: 'tooManyDecimals' });
    expect(parseAmount('25', forgotten as number)).toEqual({ ok: false, problem: 'tooManyDecimals' });
  });

  it('refuses an amount above the largest uint256', () => {
    expect(parseAmount(MAX_UINT256.toString(), 0)).toEqual({ ok: true, amount: MAX_UINT256 });
    expect(parseAmount((MAX_UINT256 + 1n).toString(), 0)).toEqual({ ok: false, problem: 'tooLarge' });
    expect(parseAmount('9'.repeat(500), 0)).toEqual({ ok: false, problem: 'notDecimal' });
  });

  it('parses every formatted amount back to the same base units', () => {
    fc.assert(
      fc.property(uint256, decimals, (amount, places) => {
        expect(parseAmount(formatAmount({ amount, decimals: places }), places)).toEqual({ ok: true, amount });
      }),
    );
  });

  it('agrees with viem on every text it accepts', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,30}(\.\d{1,20})?$/), decimals, (text, places) => {
        const read = parseAmount(text, places);
        if (read.ok) expect(read.amount).toBe(parseUnits(text, places));
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), decimals, (text, places) => void parseAmount(text, places)));
  });
});

describe('formatAmount', () => {
  it.each([
    [1_500_000n, 6, '1.5'],
    [0n, 18, '0'],
    [120n, 0, '120'],
    [1n, 18, '0.000000000000000001'],
    [-1_500_000n, 6, '-1.5'],
  ])('writes %s with %i decimals as %s', (amount, places, text) => {
    expect(formatAmount({ amount, decimals: places })).toBe(text);
  });
});

describe('convertRoundingDown', () => {
  it('never rounds up, and loses less than one unit of the side with fewer decimals', () => {
    fc.assert(
      fc.property(uint256, decimals, decimals, (amount, from, to) => {
        const converted = convertRoundingDown({ amount, decimals: from }, to);
        const back = convertRoundingDown({ amount: converted, decimals: to }, from);
        expect(back).toBeLessThanOrEqual(amount);
        const lost = amount - back;
        expect(lost).toBeLessThan(from > to ? 10n ** BigInt(from - to) : 1n);
      }),
    );
  });
});

describe('divideRoundingUp', () => {
  it('returns the smallest integer not below the exact quotient', () => {
    fc.assert(
      fc.property(uint256, fc.bigInt({ min: 1n, max: 10n ** 30n }), (numerator, denominator) => {
        const quotient = divideRoundingUp(numerator, denominator);
        expect(quotient * denominator).toBeGreaterThanOrEqual(numerator);
        expect((quotient - 1n) * denominator).toBeLessThan(numerator);
      }),
    );
  });
});
