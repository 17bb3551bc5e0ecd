import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fewFirst } from './fewFirst.ts';

const depositors = ['0xaa', '0xbb', '0xcc'] as const;
const toDue = (depositor: (typeof depositors)[number], index: number) => ({ deposit: { depositor }, index });

test('puts every transfer into one group, and none of a depositor with more than three into the first of two', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...depositors), { maxLength: 40 }), (list) => {
      const due = list.map(toDue);
      const groups = fewFirst(due);
      expect(groups.flat().sort((a, b) => a.index - b.index)).toEqual(due);
      const countOf = (depositor: string) => list.filter((each) => each === depositor).length;
      const [few = [], many] = groups;
      if (many) expect(few.every(({ deposit }) => countOf(deposit.depositor) <= 3)).toBe(true);
      expect((many ?? []).every(({ deposit }) => countOf(deposit.depositor) > 3)).toBe(true);
    }),
  );
});

test('keeps the order of transfers within a group', () => {
  const due = (['0xaa', '0xbb', '0xaa', '0xaa', '0xaa', '0xcc'] as const).map(toDue);
  expect(fewFirst(due).map((group) => group.map(({ index }) => index))).toEqual([
    [1, 5],
    [0, 2, 3, 4],
  ]);
});
