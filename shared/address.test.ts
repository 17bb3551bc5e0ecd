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
    ['a digit too few', CHECKSUMMED.toUpperCase().slice(0, -1)],
    ['a digit too many', `${CHECKSUMMED.toUpperCase()}0`],
    ['a line break at the end', `${CHECKSUMMED.toUpperCase()}\n`],
    ['no 0x', CHECKSUMMED.slice(2)],
  ])('rejects an address with %s', (_fault, text) => {
    expect(parseAddress(text)).toBeNull();
  });
});
