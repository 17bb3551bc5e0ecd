import { describe, expect, it } from 'vitest';
import { isEqual } from './isEqual.ts';

describe('isEqual', () => {
  it('compares nested records, arrays and bigints by value', () => {
    const value = () => ({ kind: 'mismatch', amounts: [1n, 2n], nested: { reason: null } });
    expect(isEqual(value(), value())).toBe(true);
    expect(isEqual(value(), { ...value(), amounts: [1n, 3n] })).toBe(false);
    expect(isEqual(value(), { ...value(), amounts: [1n] })).toBe(false);
    expect(isEqual(value(), { ...value(), nested: null })).toBe(false);
  });

  it('distinguishes a missing key from an undefined value, and an array from a record', () => {
    expect(isEqual({ a: 1, b: undefined }, { a: 1, c: undefined })).toBe(false);
    expect(isEqual([], {})).toBe(false);
    expect(isEqual(null, undefined)).toBe(false);
  });
});
