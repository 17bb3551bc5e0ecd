import fc from 'fast-check';
import { getAddress, isAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.ts';

const CHECKSUMMED = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

describe('parseAddress', () => {
  it.each([
    CHECKSUMMED,
    CHECKSUMMED.toLowerCase(),
    CHECKSUMMED.toUpperCase(),
    CHECKSUMMED.toUpperCase().replace('0X', '0x'),
  ])('returns the checksummed form of %s', (text) => {
    expect(parseAddress(text)).toBe(CHECKSUMMED);
  });

  it.each([
    ['a wrong checksum', CHECKSUMMED.replace('3C', '3c')],
    ['0X before lower case', CHECKSUMMED.toLowerCase().replace('0x', '0X')],
    ['0X before a checksum', CHECKSUMMED.replace('0x', '0X')],
    ['one digit too few', CHECKSUMMED.toUpperCase().slice(0, -1)],
    ['one digit too many', `${CHECKSUMMED.toUpperCase()}0`],
    ['a line break at the end', `${CHECKSUMMED.toUpperCase()}\n`],
    ['no 0x', CHECKSUMMED.slice(2)],
  ])('rejects an address with %s', (_fault, text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it('agrees with viem on every address, in any case of its letters', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(digits, (hex) => {
        const [text, lower] = [`0x${hex}`, `0x${hex.toLowerCase()}` as const];
        const oneCase = hex === hex.toUpperCase() || isAddress(text, { strict: true });
        expect(parseAddress(text)).toBe(oneCase ? getAddress(lower) : null);
        expect(parseAddress(lower)).toBe(getAddress(lower));
        expect(parseAddress(getAddress(lower))).toBe(getAddress(lower));
      }),
    );
  });
});
