import fc from 'fast-check';
import type { Hash } from 'viem';
import { describe, expect, it } from 'vitest';
import { keptFragment, MOST_IN_LINK, readKeptFragment, readSetFragment, setFragment } from './setLink.ts';

const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes): Hash => `0x${Buffer.from(bytes).toString('hex')}`);

describe('the link of a set', () => {
  it('opens the same hashes in the same order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(hash, { minLength: 1, maxLength: MOST_IN_LINK }), (hashes) => {
        const fragment = setFragment(hashes) ?? '';
        expect(readSetFragment(fragment)).toEqual(hashes);
        expect(fragment.length).toBeLessThan(6_600);
        expect(fragment).toMatch(/^#set1=[\w-]+$/);
      }),
    );
  });

  it('has a limit, and is not made for a longer set', () => {
    const many = Array.from({ length: MOST_IN_LINK + 1 }, (_, index): Hash => `0x${`${index}`.padStart(64, '0')}`);
    expect(setFragment(many)).toBeNull();
    expect(setFragment(many.slice(1))).not.toBeNull();
    expect(setFragment([])).toBeNull();
  });

  it.each(['', '#', '#set1=', '#set1=abc', '#set2=AAAA', '#wallet=0x12', `#set1=${'A'.repeat(6_451)}`, '#set1=%%%'])(
    'is not read from %j',
    (fragment) => {
      expect(readSetFragment(fragment)).toBeNull();
    },
  );

  it('names a set that this browser keeps', () => {
    expect(readKeptFragment(keptFragment('17-42'))).toBe('17-42');
    expect(readKeptFragment('#kept1=<b>')).toBeNull();
    expect(readKeptFragment('#set1=AAAA')).toBeNull();
  });
});
