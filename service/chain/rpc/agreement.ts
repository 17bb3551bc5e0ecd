import { BaseError } from 'viem';
import type { ProviderHead } from './endpoint.ts';
import { isRangeRefusal } from './refusals.ts';
import type { RpcAnswer, RpcCall } from './rpcResult.ts';
import { describeAnswer, mergeHints } from './rpcResult.ts';
import type { Voter } from './voter.ts';
import { isLogRefusal } from './voter.ts';

/** Thrown when too few of a chain's providers gave the same answer. Nothing that moves money may continue then. */
export class NoQuorum extends BaseError {
  readonly code = 'NO_QUORUM';
  /** Whether every provider answered, and they contradict each other. */
  readonly isDisagreement: boolean;
  constructor(message: string, options: { readonly cause?: Error; readonly isDisagreement?: boolean } = {}) {
    super(message, options.cause ? { cause: options.cause } : {});
    this.isDisagreement = options.isDisagreement ?? false;
  }
}

export function findNoQuorum(error: unknown): NoQuorum | null {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof NoQuorum) : null;
  return found instanceof NoQuorum ? found : null;
}

export function isNoQuorum(error: unknown): error is BaseError {
  return findNoQuorum(error) !== null;
}

/** @param key the answer as text, from `describeAnswer` */
type Vote<Voter> = { readonly voter: Voter; readonly answer: RpcAnswer; readonly key: string };

// Nodes search for a call's gas with different margins. A gas limit that is this much too high costs nothing by itself.
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

/** Groups estimates that are close together, each group starting with its highest. */
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
function findLargestGroup<Voter>({ method }: RpcCall, votes: readonly Vote<Voter>[]): readonly Vote<Voter>[] {
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

/** The lower median of prices, so that fewer than half of the providers can't move it beyond what the others say. */
export function lowerMedian(prices: readonly bigint[]): bigint | null {
  const rising = [...prices].sort((a, b) => (a < b ? -1 : 1));
  return rising[Math.floor((rising.length - 1) / 2)] ?? null;
}

/** The highest number that at least `quorum` of the numbers reach. */
export function reachedBy(quorum: number, numbers: readonly bigint[]): bigint | null {
  const falling = [...numbers].sort((a, b) => (a > b ? -1 : 1));
  return falling[quorum - 1] ?? null;
}

/** A chain's providers, and who is told how they answered. */
export type Panel = {
  readonly chainName: string;
  /** How many providers must give the same answer. */
  readonly quorum: number;
  /** In the order they are asked. */
  readonly voters: readonly Voter[];
  readonly onOutcome: (rpc: number, outcome: 'agreed' | 'disagreed' | 'failed') => void;
  readonly onSuspect: (rpc: number, detail: string) => void;
  readonly onHead: (rpc: number, head: ProviderHead) => void;
  /** Two answers differ, and no quorum says which is right. */
  readonly onContradiction: () => void;
};

/** The answers to one call. */
type Ballot = {
  vote(voter: Voter, answer: RpcAnswer): void;
  fail(voter: Voter, error: unknown): void;
  /** The answer that a quorum gave; null before. */
  agreed(): RpcAnswer | null;
  /** At least how many more equal answers are needed. */
  missing(): number;
  /** Why there is no agreement. */
  failure(): Error;
};

// Gas estimates differ between honest nodes. So do a block's receipts: some nodes include the chain's system
// transactions.
const DIFFERING: readonly string[] = ['eth_estimateGas', 'eth_getBlockReceipts'];

/** Compares a provider's answer with the agreed one. */
function judge(panel: Panel, { method }: RpcCall, { voter, isSame }: { voter: Voter; isSame: boolean }): void {
  const { rpc, score } = voter.record;
  panel.onOutcome(rpc, isSame ? 'agreed' : 'disagreed');
  if (isSame || !score.noteContradiction()) return;
  const { chainName, quorum } = panel;
  panel.onSuspect(rpc, `RPC ${rpc} of ${chainName} contradicts ${quorum} others, last on ${method}`);
}

export function createBallot(panel: Panel, call: RpcCall): Ballot {
  const votes: Vote<Voter>[] = [];
  const failures: { readonly voter: Voter; readonly error: unknown }[] = [];
  let agreed: Vote<Voter> | null = null;
  const judgeVote = ({ voter, key }: Vote<Voter>) => {
    if (!agreed) return;
    // A provider that has what the others don't have yet is ahead of them.
    const isAhead = agreed.answer.kind === 'result' && agreed.answer.result === null;
    judge(panel, call, { voter, isSame: DIFFERING.includes(call.method) || isAhead || key === agreed.key });
  };
  const judgeFailure = ({ voter, error }: (typeof failures)[number]) => {
    if (agreed && isLogRefusal(call, error)) voter.record.noteFailure(error);
  };
  const agreeing = () => findLargestGroup(call, votes).length;
  return {
    agreed: () => agreed?.answer ?? null,
    missing: () => panel.quorum - agreeing(),
    vote: (voter, answer) => {
      const vote = { voter, answer, key: describeAnswer(answer) };
      votes.push(vote);
      if (agreed) return judgeVote(vote);
      agreed = findAgreement(call, votes, panel.quorum);
      for (const one of votes) judgeVote(one);
      for (const one of failures) judgeFailure(one);
    },
    fail: (voter, error) => {
      failures.push({ voter, error });
      judgeFailure({ voter, error });
      panel.onOutcome(voter.record.rpc, 'failed');
    },
    failure: () => {
      if (votes.length > agreeing()) panel.onContradiction();
      // After a refusal the caller can ask for less, so it must find the refusal among the causes.
      const errors = failures.map(({ error }) => error);
      const cause = errors.find(isRangeRefusal) ?? errors[0];
      if (panel.quorum === 1 && cause instanceof Error) return cause;
      return new NoQuorum(
        `${agreeing()} of ${panel.voters.length} providers of ${panel.chainName} agree on ${call.method}, but ${panel.quorum} must. ${failures.length} failed.`,
        { isDisagreement: failures.length === 0, ...(cause instanceof Error && { cause }) },
      );
    },
  };
}
