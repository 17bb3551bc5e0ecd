import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount } from '#shared/amount.ts';
import type { FiatPrice } from '../../lib/fiatPrice.ts';
import { FIAT_DECIMALS, fiatOf, readPrice } from '../../lib/fiatPrice.ts';
import { amountForFiat, amountTextFor, readFiatText } from './fiat.ts';

const DAY_MS = 86_400_000;
const unit = 10n ** BigInt(FIAT_DECIMALS);
const dollars = (perToken: bigint): FiatPrice => ({ currency: 'USD', perToken, atMs: 0 });
const quoted = (value: string) => ({ currency: 'USD', value, atMs: 1_000 });

describe('readPrice', () => {
  it('reads a plain decimal', () => {
    const read = (value: string) => readPrice(quoted(value), 1_000)?.perToken;
    expect(read('3000')).toBe(3000n * unit);
    expect(read('0.9998')).toBe((9998n * unit) / 10_000n);
    expect(read(`1.${'3'.repeat(30)}`)).toBe(BigInt(`1${'3'.repeat(18)}`));
  });

  it('is null for a price that is missing, zero or too old', () => {
    expect(readPrice(null, 0)).toBeNull();
    expect(readPrice(quoted('0.000'), 1_000)).toBeNull();
    expect(readPrice(quoted('1'), 1_000 + 3 * DAY_MS)).not.toBeNull();
    expect(readPrice(quoted('1'), 1_001 + 3 * DAY_MS)).toBeNull();
  });
});

describe('the currency of a price', () => {
  it.each([
    ['USD', true],
    ['Points', true],
    ['U\u202eSD', false],
    ['', false],
    ['D'.repeat(13), false],
  ])('%j can be shown: %s', (currency, isShown) => {
    expect(readPrice({ ...quoted('1'), currency }, 1_000) !== null).toBe(isShown);
  });
});

describe('the value of an amount', () => {
  it('is the amount times the price', () => {
    expect(fiatOf({ amount: 250_120_000n, decimals: 6 }, dollars(unit))).toBe((25_012n * unit) / 100n);
    expect(fiatOf({ amount: 5n * 10n ** 17n, decimals: 18 }, dollars(3000n * unit))).toBe(1500n * unit);
  });
});

describe('the amount for a value', () => {
  it('is a decimal that the screen shows in full', () => {
    expect(amountForFiat(250n * unit, dollars(3000n * unit), 18)).toBe('0.083333');
    expect(amountForFiat((25_012n * unit) / 100n, dollars(unit), 6)).toBe('250.12');
    expect(amountForFiat(100n * unit, dollars(3n * unit), 2)).toBe('33.33');
  });

  it('is never worth more than the value, and less by at most one shown unit', () => {
    const values = fc.bigInt({ min: 0n, max: 10n ** 40n });
    const prices = fc.bigInt({ min: 1n, max: 10n ** 30n });
    fc.assert(
      fc.property(values, prices, fc.nat(24), (value, perToken, decimals) => {
        const price = dollars(perToken);
        const read = parseAmount(amountForFiat(value, price, decimals), decimals);
        if (!read.ok) throw new Error(read.problem);
        const shownUnit = 10n ** BigInt(decimals - Math.min(decimals, 6));
        expect(fiatOf({ amount: read.amount, decimals }, price)).toBeLessThanOrEqual(value);
        expect((read.amount + shownUnit) * perToken).toBeGreaterThan(value * 10n ** BigInt(decimals));
      }),
    );
  });
});

const ether = { currency: 'USD', perToken: 3000n * 10n ** 18n, atMs: 0 };

describe('a typed value in a currency', () => {
  it.each([
    ['400', { kind: 'amount', text: '0.133333' }],
    ['1.234,56', { kind: 'amount', text: '0.41152' }],
    ['', { kind: 'amount', text: '' }],
    ['0.00', { kind: 'amount', text: '' }],
    ['0.0001', { kind: 'tooSmall' }],
    ['$400', { kind: 'amount', text: '0.133333' }],
    ['400 usd', { kind: 'amount', text: '0.133333' }],
    ['€5', { kind: 'unreadable' }],
    ['1,234', { kind: 'ambiguous', whole: '1234', decimal: '1.234' }],
  ])('%j is read as %o', (text, reading) => {
    expect(readFiatText(text, ether, 18)).toEqual(reading);
  });

  it('stands for an amount only if it has one meaning and a current price', () => {
    expect(amountTextFor('400', ether, 18)).toBe('0.133333');
    expect(amountTextFor('1,234', ether, 18)).toBe('');
    expect(amountTextFor('400', null, 18)).toBe('');
  });
});
