import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formRounds } from './sign.ts';

const MOST = 3;
const transfer = fc.record({ chainId: fc.constantFrom(1, 2), tries: fc.constantFrom(0, 0, 1) });
const listOf = (kinds: readonly { readonly chainId: number; readonly tries: number }[]) =>
  kinds.map(({ chainId, tries }, index) => ({ index, tries, deposit: { chainId } }));

test('puts every transfer into one batch, with transfers of its chain that never failed, or only with failed ones', () => {
  fc.assert(
    fc.property(fc.array(transfer, { maxLength: 20 }), (kinds) => {
      const due = listOf(kinds);
      const batches = formRounds(due, MOST).flat();
      const all = batches.flatMap(({ transfers }) => transfers);
      expect(all.map(({ index }) => index).sort((a, b) => a - b)).toEqual(due.map(({ index }) => index));
      for (const { transfers, isAlone } of batches) {
        expect(transfers.length).toBeLessThanOrEqual(MOST);
        expect(transfers.every(({ tries }) => tries > 0 === isAlone)).toBe(true);
        if (!isAlone) expect(new Set(transfers.map(({ deposit }) => deposit.chainId)).size).toBe(1);
      }
    }),
  );
});

test('puts the first transfers of each origin chain, and failed ones, into the first round, in their order', () => {
  const kinds = [1, 1, 2, 1, 1, 2].map((chainId) => ({ chainId, tries: 0 }));
  const rounds = formRounds(listOf([...kinds, { chainId: 1, tries: 2 }]), MOST);
  const indexes = rounds.map((round) => round.map(({ transfers }) => transfers.map(({ index }) => index)));
  expect(indexes).toEqual([[[0, 1, 3], [2, 5], [6]], [[4]]]);
});

test('makes no round without transfers', () => {
  expect(formRounds([], MOST)).toEqual([]);
});
