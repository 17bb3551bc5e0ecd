import { describe, expect, it } from 'vitest';
import { findMatches } from './findMatches.ts';

const items = [
  { name: 'usdc.e', others: 'arbitrum 42161 0xff' },
  { name: 'usdc', others: 'arbitrum 42161 0xaf' },
  { name: 'usdc', others: 'base 8453 0x83' },
  { name: 'axlusdc', others: 'base 8453 0xeb' },
];
const find = (search: string) => findMatches(items, search, (item) => item).map((item) => items.indexOf(item));

describe('findMatches', () => {
  it('keeps every item in its order without a search', () => {
    expect(find('  ')).toEqual([0, 1, 2, 3]);
  });

  it('puts the exact name first, then names that begin so, then the others', () => {
    expect(find('USDC')).toEqual([1, 2, 0, 3]);
  });

  it('needs every word, in any field', () => {
    expect(find('usdc base')).toEqual([2, 3]);
    expect(find('base usdc')).toEqual([2, 3]);
    expect(find('usdc optimism')).toEqual([]);
  });

  it('finds an address and a chain id', () => {
    expect(find('0xEB')).toEqual([3]);
    expect(find('42161')).toEqual([0, 1]);
  });
});
