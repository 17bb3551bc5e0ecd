import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { findLookAlike } from './lookAlike.ts';

describe('findLookAlike', () => {
  it('finds an address with the same start and end but a different middle', () => {
    const mine = getAddress(`0x1234${'5'.repeat(32)}6789`);
    expect(findLookAlike(getAddress(`0x1234${'7'.repeat(32)}6789`), [mine])).toBe(mine);
    expect(findLookAlike(mine, [mine])).toBeNull();
    expect(findLookAlike(getAddress(`0x1235${'5'.repeat(32)}6789`), [mine])).toBeNull();
  });
});
