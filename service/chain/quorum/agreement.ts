import type { RpcAnswer, RpcCall } from './rpcAnswer.ts';
import { mergeHints } from './rpcAnswer.ts';

/** @param key what `describeAnswer` says about the answer */
export type Vote<Voter> = { readonly voter: Voter; readonly answer: RpcAnswer; readonly key: string };

// Nodes search the gas of a call with different margins. A gas limit this much too high costs nothing by itself.
const ESTIMATE_SPREAD_PERCENT = 125n;

function readQuantity(answer: RpcAnswer): bigint | null {
  if (answer.kind !== 'result' || typeof answer.result !== 'string') return null;
  return /^0x[0-9a-f]+$/i.test(answer.result) ? BigInt(answer.result) : null;
}

function groupVotes<Voter>(votes: readonly Vote<Voter>[]): readonly (readonly Vote<Voter>[])[] {
  const groups = new Map<string, Vote<Voter>[]>();
  for (const vote of votes) {
    const group = groups.get(vote.key);
    if (group) group.push(vote);
    else groups.set(vote.key, [vote]);
  }
  return [...groups.values()];
}

/** Groups estimates that are close to each other, each group with its highest estimate first. */
function groupEstimates<Voter>(votes: readonly Vote<Voter>[]): readonly (readonly Vote<Voter>[])[] {
  const known = votes.flatMap((vote) => {
    const gas = readQuantity(vote.answer);
    return gas === null ? [] : [{ vote, gas }];
  });
  const rising = known.sort((a, b) => Number(a.gas - b.gas));
  const groups = rising.map(({ gas }) =>
    rising.filter((other) => other.gas >= gas && other.gas * 100n <= gas * ESTIMATE_SPREAD_PERCENT),
  );
  const others = votes.filter(({ answer }) => readQuantity(answer) === null);
  return [...groups.map((group) => group.map(({ vote }) => vote).reverse()), ...groupVotes(others)];
}

/** The largest group of votes that agree. */
export function findLargestGroup<Voter>({ method }: RpcCall, votes: readonly Vote<Voter>[]): readonly Vote<Voter>[] {
  const groups = method === 'eth_estimateGas' ? groupEstimates(votes) : groupVotes(votes);
  return groups.reduce((largest, group) => (group.length > largest.length ? group : largest), []);
}

/** One of the votes that agree; null while fewer than `quorum` do. */
export function findAgreement<Voter>(call: RpcCall, votes: readonly Vote<Voter>[], quorum: number): Vote<Voter> | null {
  const group = findLargestGroup(call, votes);
  const [first, ...others] = group;
  if (!first || group.length < quorum) return null;
  return { ...first, answer: mergeHints([first.answer, ...others.map(({ answer }) => answer)]) };
}

/**
 * The lower median of prices, so that fewer than half of the providers can neither raise nor lower it beyond what the others
 * say.
 */
export function lowerMedian(prices: readonly bigint[]): bigint | null {
  const rising = [...prices].sort((a, b) => (a < b ? -1 : 1));
  return rising[Math.floor((rising.length - 1) / 2)] ?? null;
}

/** The highest number that at least `quorum` of the numbers reach. */
export function reachedBy(quorum: number, numbers: readonly bigint[]): bigint | null {
  const falling = [...numbers].sort((a, b) => (a > b ? -1 : 1));
  return falling[quorum - 1] ?? null;
}
