import { describe, expect, it } from 'vitest';
import { groupRows, moveActive, pickRows } from './usePickList.ts';

const key = (item: string) => item;

describe('pickRows', () => {
  it('gives each section with items a heading, and counts only options', () => {
    const { rows, optionRows } = pickRows(
      [
        { title: 'Recent', items: ['a'] },
        { title: 'Featured', items: [] },
        { title: 'All', items: ['a', 'b'] },
      ],
      key,
    );
    expect(rows.map((row) => (row.kind === 'heading' ? row.title : row.index))).toEqual(['Recent', 0, 'All', 1, 2]);
    expect(optionRows).toEqual([1, 3, 4]);
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
  });

  it('shows no heading without a title', () => {
    expect(pickRows([{ title: null, items: ['a'] }], key).rows).toHaveLength(1);
  });
});

describe('groupRows', () => {
  it('joins the rows of a section, even if its heading is not visible', () => {
    const { rows } = pickRows(
      [
        { title: 'Recent', items: ['a', 'b'] },
        { title: 'All', items: ['c'] },
      ],
      key,
    );
    const visible = rows.slice(1).map((row) => ({ row }));
    expect(groupRows(visible).map(({ title, rows: grouped }) => [title, grouped.length])).toEqual([
      ['Recent', 2],
      ['All', 2],
    ]);
  });
});

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

  it("leaves Home and End to the search's text", () => {
    expect(moveActive({ key: 'Home', isSearchEmpty: false }, 3, 20)).toBeNull();
    expect(moveActive({ key: 'End', isSearchEmpty: false }, 3, 20)).toBeNull();
  });
});
