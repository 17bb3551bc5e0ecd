import { describe, expect, it } from 'vitest';
import { moveActive } from './usePickList.ts';

const empty = (key: string) => ({ key, isSearchEmpty: true });

describe('moveActive', () => {
  it.each([
    ['ArrowDown', 3, 4],
    ['ArrowDown', 19, 0],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 19],
    ['PageDown', 3, 11],
    ['PageDown', 15, 19],
    ['PageUp', 3, 0],
    ['Home', 3, 0],
    ['End', 3, 19],
    ['a', 3, null],
  ])('%s moves from %i to %s of 20', (key, from, to) => {
    expect(moveActive(empty(key), from, 20)).toBe(to);
  });

  it('leaves Home and End to the text of a search', () => {
    expect(moveActive({ key: 'Home', isSearchEmpty: false }, 3, 20)).toBeNull();
    expect(moveActive({ key: 'End', isSearchEmpty: false }, 3, 20)).toBeNull();
  });
});
