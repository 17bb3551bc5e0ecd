/** What a vault holds of a token, and how much of the whole it should hold. */
export type Position = {
  readonly chain: string;
  /** In units that all chains of the token have. */
  readonly balance: bigint;
  /** Its part of the whole, in any unit. */
  readonly weight: bigint;
};

/** A transfer of the owner from the vault of one chain to that of another. */
export type BalancingMove = { readonly from: string; readonly to: string; readonly amount: bigint };

/** A chain with too much of the token, or with too little if the surplus is negative. */
type Gap = { readonly chain: string; readonly surplus: bigint };

// Beyond this, the search for the fewest moves takes too long. There are then at most as many moves as chains, less one.
const MAX_EXACT = 12;

/** What each position should hold. The targets add up to the balances. Without any weight, all are equal. */
export function findTargets(positions: readonly Position[]): readonly bigint[] {
  const total = positions.reduce((sum, { balance }) => sum + balance, 0n);
  const sumOfWeights = positions.reduce((sum, { weight }) => sum + weight, 0n);
  const weights = positions.map(({ weight }) => (sumOfWeights === 0n ? 1n : weight));
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  let [before, weightBefore] = [0n, 0n];
  return weights.map((weight) => {
    weightBefore += weight;
    const upTo = sum === 0n ? 0n : (total * weightBefore) / sum;
    const target = upTo - before;
    before = upTo;
    return target;
  });
}

/** Moves within a group whose surpluses add up to 0: one less than the group has chains. */
function settleGroup(group: readonly Gap[]): readonly BalancingMove[] {
  const givers = group.filter(({ surplus }) => surplus > 0n).map((gap) => ({ ...gap }));
  const takers = group
    .filter(({ surplus }) => surplus < 0n)
    .map(({ chain, surplus }) => ({ chain, surplus: -surplus }));
  const moves: BalancingMove[] = [];
  while (givers[0] && takers[0]) {
    const [giver, taker] = [givers[0], takers[0]];
    const amount = giver.surplus < taker.surplus ? giver.surplus : taker.surplus;
    moves.push({ from: giver.chain, to: taker.chain, amount });
    if (giver.surplus === amount) givers.shift();
    else givers[0] = { ...giver, surplus: giver.surplus - amount };
    if (taker.surplus === amount) takers.shift();
    else takers[0] = { ...taker, surplus: taker.surplus - amount };
  }
  return moves;
}

/** For each set of gaps, as a bit mask: its sum, and the gap to settle last. */
type Plan = { readonly sums: readonly bigint[]; readonly last: readonly number[] };

/** The gap whose removal leaves a set that divides into the most groups. */
function findLast(mask: number, best: readonly number[]): { readonly last: number; readonly most: number } {
  let [most, last] = [-1, -1];
  for (let index = 0; mask >> index !== 0; index += 1) {
    if ((mask & (1 << index)) === 0) continue;
    const found = best[mask ^ (1 << index)] ?? 0;
    if (found > most) [most, last] = [found, index];
  }
  return { most, last };
}

/** Plans an order of the gaps in which the sum is 0 as often as possible. */
function planOrder(gaps: readonly Gap[]): Plan {
  const [sums, best, lastOf]: [bigint[], number[], number[]] = [[0n], [0], [-1]];
  for (let mask = 1; mask < 1 << gaps.length; mask += 1) {
    const { most, last } = findLast(mask, best);
    const sum = (sums[mask ^ (1 << last)] ?? 0n) + (gaps[last]?.surplus ?? 0n);
    sums.push(sum);
    best.push(most + (sum === 0n ? 1 : 0));
    lastOf.push(last);
  }
  return { sums, last: lastOf };
}

/** Divides the gaps into the most groups whose surpluses add up to 0. Each group saves one move. */
function divide(gaps: readonly Gap[]): readonly (readonly Gap[])[] {
  const { sums, last } = planOrder(gaps);
  const groups: Gap[][] = [];
  for (let mask = (1 << gaps.length) - 1; mask !== 0; ) {
    // Following the order back, each set that adds up to 0 begins a group.
    if (sums[mask] === 0n) groups.push([]);
    const index = last[mask] ?? 0;
    const gap = gaps[index];
    if (gap) groups.at(-1)?.push(gap);
    mask ^= 1 << index;
  }
  return groups;
}

/** The fewest moves after which every position holds its target, the largest first. */
export function proposeMoves(positions: readonly Position[]): readonly BalancingMove[] {
  const targets = findTargets(positions);
  const gaps = positions
    .map(({ chain, balance }, index) => ({ chain, surplus: balance - (targets[index] ?? 0n) }))
    .filter(({ surplus }) => surplus !== 0n);
  const groups = gaps.length > MAX_EXACT ? [gaps] : divide(gaps);
  return groups.flatMap(settleGroup).sort((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0));
}
