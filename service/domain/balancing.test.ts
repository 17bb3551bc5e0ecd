import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position } from './balancing.ts';
import { findTargets, proposeMoves } from './balancing.ts';

const position = (chain: string, balance: bigint, weight = 1n): Position => ({ chain, balance, weight });

const anyPositions = fc
  .array(fc.record({ balance: fc.bigInt({ min: 0n, max: 12n }), weight: fc.bigInt({ min: 0n, max: 4n }) }), {
    ...{ minLength: 1, maxLength: 6 },
  })
  .map((list) => list.map((one, index) => ({ chain: `chain ${index}`, ...one })));

/** The most groups that add up to 0, by trying every way to divide the numbers. */
function mostGroups([first, ...others]: readonly bigint[]): number {
  if (first === undefined) return 0;
  let most = 0;
  for (let mask = 0; mask < 1 << others.length; mask += 1) {
    const chosen = others.filter((_, index) => mask & (1 << index));
    const rest = others.filter((_, index) => !(mask & (1 << index)));
    if (chosen.reduce((sum, one) => sum + one, first) === 0n) most = Math.max(most, 1 + mostGroups(rest));
  }
  return most;
}

describe('proposeMoves', () => {
  test('moves the surplus of one chain to the others', () => {
    expect(proposeMoves([position('A', 90n), position('B', 0n), position('C', 30n, 2n)])).toEqual([
      { from: 'A', to: 'B', amount: 30n },
      { from: 'A', to: 'C', amount: 30n },
    ]);
  });

  test('finds the pairs that need no third chain', () => {
    const moves = proposeMoves([position('A', 15n), position('B', 13n), position('C', 7n), position('D', 5n)]);
    expect(moves).toEqual([
      { from: 'A', to: 'D', amount: 5n },
      { from: 'B', to: 'C', amount: 3n },
    ]);
  });

  test('moves nothing where each chain has its share, and shares equally without any weight', () => {
    expect(proposeMoves([position('A', 10n), position('B', 20n, 2n)])).toEqual([]);
    expect(proposeMoves([position('A', 10n, 0n), position('B', 0n, 0n)])).toEqual([{ from: 'A', to: 'B', amount: 5n }]);
    expect(proposeMoves([])).toEqual([]);
  });

  test('reaches every target with the fewest moves', () => {
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const targets = findTargets(positions);
        const moves = proposeMoves(positions);
        const after = positions.map(({ chain, balance }) =>
          moves.reduce((sum, { from, to, amount }) => {
            if (from === chain) return sum - amount;
            return to === chain ? sum + amount : sum;
          }, balance),
        );
        expect(after).toEqual(targets);
        expect(moves.every(({ amount }) => amount > 0n)).toBe(true);
        const gaps = positions
          .map(({ balance }, index) => balance - (targets[index] ?? 0n))
          .filter((gap) => gap !== 0n);
        expect(moves).toHaveLength(gaps.length - mostGroups(gaps));
      }),
      { numRuns: 500 },
    );
  });

  test('settles many chains with one move less than there are chains', () => {
    const positions = Array.from({ length: 20 }, (_, index) => position(`chain ${index}`, BigInt(index * index)));
    expect(proposeMoves(positions).length).toBeLessThan(20);
  });
});
