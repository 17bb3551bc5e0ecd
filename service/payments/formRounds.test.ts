import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formRounds } from './sign.ts';

const MOST = 3;
const PLAIN = `0x${'11'.repeat(20)}`;
const transfer = fc.record({
  ...{ chainId: fc.constantFrom(1, 2), tries: fc.constantFrom(0, 0, 1) },
  target: fc.constantFrom(PLAIN, PLAIN, `${PLAIN}+gas:7`),
});
type Kind = { readonly chainId: number; readonly tries: number; readonly target?: string };
const listOf = (kinds: readonly Kind[]) =>
  kinds.map(({ chainId, tries, target = PLAIN }, index) => ({ index, tries, deposit: { chainId, target } }));

test('puts every transfer into one batch: with others of its chain, or, if it failed or has a gas drop, alone', () => {
  fc.assert(
    fc.property(fc.array(transfer, { maxLength: 20 }), (kinds) => {
      const due = listOf(kinds);
      const batches = formRounds(due, MOST).flat();
      const all = batches.flatMap(({ transfers }) => transfers);
      expect(all.map(({ index }) => index).sort((a, b) => a - b)).toEqual(due.map(({ index }) => index));
      for (const { transfers, isAlone } of batches) {
        expect(transfers.length).toBeLessThanOrEqual(MOST);
        const mustBeAlone = ({ tries, deposit }: (typeof due)[number]) => tries > 0 || deposit.target !== PLAIN;
        expect(transfers.every((one) => mustBeAlone(one) === isAlone)).toBe(true);
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
