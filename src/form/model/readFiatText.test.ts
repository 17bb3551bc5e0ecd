import { describe, expect, it } from 'vitest';
import { amountTextFor, readFiatText } from './readFiatText.ts';

const ether = { currency: 'USD', perToken: 3000n * 10n ** 18n, atMs: 0 };

describe('a typed value in a currency', () => {
  it.each([
    ['400', { kind: 'amount', text: '0.133333' }],
    ['1.234,56', { kind: 'amount', text: '0.41152' }],
    ['', { kind: 'amount', text: '' }],
    ['0.00', { kind: 'amount', text: '' }],
    ['0.0001', { kind: 'tooSmall' }],
    ['$5', { kind: 'unreadable' }],
    ['1,234', { kind: 'ambiguous', whole: '1234', decimal: '1.234' }],
  ])('%j is read as %o', (text, reading) => {
    expect(readFiatText(text, ether, 18)).toEqual(reading);
  });

  it('stands for an amount only where it has one meaning and a current price', () => {
    expect(amountTextFor('400', ether, 18)).toBe('0.133333');
    expect(amountTextFor('1,234', ether, 18)).toBe('');
    expect(amountTextFor('400', null, 18)).toBe('');
  });
});
