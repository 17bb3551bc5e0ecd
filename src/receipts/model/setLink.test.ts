import fc from 'fast-check';
import type { Hash } from 'viem';
import { describe, expect, it } from 'vitest';
import { MAX_ITEMS } from './readPaste.ts';
import { MOST_TO_SEND, readSetFragment, setFragment } from './setLink.ts';

const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes): Hash => `0x${Buffer.from(bytes).toString('hex')}`);
const many = (count: number) => Array.from({ length: count }, (_, index): Hash => `0x${`${index}`.padStart(64, '0')}`);

describe('the link of a set', () => {
  it('opens the same hashes in the same order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(hash, { minLength: 1, maxLength: MOST_TO_SEND }), (hashes) => {
        const fragment = setFragment(hashes);
        expect(readSetFragment(fragment)).toEqual(hashes);
        expect(fragment.length).toBeLessThan(6_600);
        expect(fragment).toMatch(/^#set1=[\w-]+$/);
      }),
    );
  });

  it('holds the largest set that the desk accepts, and no larger one', () => {
    expect(setFragment(many(MAX_ITEMS)).length).toBeLessThan(43_100);
    expect(readSetFragment(setFragment(many(MAX_ITEMS)))).toEqual(many(MAX_ITEMS));
    expect(readSetFragment(setFragment(many(MAX_ITEMS + 1)))).toBeNull();
  });

  it.each(['', '#', '#set1=', '#set1=abc', '#set2=AAAA', '#wallet=0x12', '#set1=%%%'])(
    'is not read from %j',
    (fragment) => {
      expect(readSetFragment(fragment)).toBeNull();
    },
  );
});
