import { describe, expect, it } from 'vitest';
import { displayAmount } from './displayAmount.ts';

describe('displayAmount', () => {
  it.each([
    [10_000_001n, 8, '0.10000001'],
    [12_345_678n, 8, '0.12345678'],
    [1_234_567_891_234n, 6, '1\u202f234\u202f567.891234'],
    [999_999_999_999_999_999n, 18, '0.999999999999999999'],
    [1n, 18, '0.000000000000000001'],
    [1n, 24, '0.000000000000000000000001'],
    [0n, 18, '0'],
    [100_000_000n, 6, '100'],
    [1000n, 0, '1\u202f000'],
  ])('shows every digit of %s with %i decimals: %s', (amount, decimals, text) => {
    expect(displayAmount({ amount, decimals }, '.')).toBe(text);
  });

  it('groups by spaces only, so that a comma or a point is always the decimal mark', () => {
    expect(displayAmount({ amount: 1_234_567_800n, decimals: 3 }, ',')).toBe('1\u202f234\u202f567,8');
    expect(displayAmount({ amount: 1n, decimals: 18 }, ',')).toBe('0,000000000000000001');
  });
});
