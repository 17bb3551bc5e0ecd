import { describe, expect, it } from 'vitest';
import { displayAmount } from './displayAmount.ts';

describe('displayAmount', () => {
  it.each([
    [1_234_567_891_234n, 6, '1\u202f234\u202f567.891234'],
    [999_999_999_999_999_999n, 18, '0.999999'],
    [1n, 18, '<0.000001'],
    [0n, 18, '0'],
    [100_000_000n, 6, '100'],
    [1000n, 0, '1\u202f000'],
  ])('formats %s with %i decimals as %s', (amount, decimals, text) => {
    expect(displayAmount({ amount, decimals })).toBe(text);
  });
});
