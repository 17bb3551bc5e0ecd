import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTurns } from './readRange.ts';

const depositors = ['0xaa', '0xbb', '0xcc'] as const;
const toDue = (depositor: (typeof depositors)[number], index: number) => ({ deposit: { depositor }, index });

test('a depositor gets at most one turn more than another who is still waiting', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...depositors), { maxLength: 40 }), fc.nat(40), (list, served) => {
      const ordered = inTurns(list.map(toDue));
      expect(ordered.map(({ index }) => index).sort((a, b) => a - b)).toEqual(list.map((_, index) => index));
      const [first, rest] = [ordered.slice(0, served), ordered.slice(served)];
      const countOf = (depositor: string) => first.filter(({ deposit }) => deposit.depositor === depositor).length;
      for (const { deposit } of rest) {
        for (const other of depositors) expect(countOf(other)).toBeLessThanOrEqual(countOf(deposit.depositor) + 1);
      }
    }),
  );
});

test("one depositor's deposits keep their order", () => {
  const due = (['0xaa', '0xaa', '0xaa', '0xbb', '0xaa', '0xbb'] as const).map(toDue);
  expect(inTurns(due).map(({ index }) => index)).toEqual([0, 3, 1, 5, 2, 4]);
});
