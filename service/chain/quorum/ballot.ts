import { isRangeRefusal } from '../rangeRefusal.ts';
import type { Vote } from './agreement.ts';
import { findAgreement, findLargestGroup } from './agreement.ts';
import { NoQuorum } from './noQuorum.ts';
import type { ProviderHead } from './providerHead.ts';
import type { RpcAnswer, RpcCall } from './rpcAnswer.ts';
import { describeAnswer } from './rpcAnswer.ts';
import type { Voter } from './voter.ts';
import { isLogRefusal } from './voter.ts';

/** The providers of a chain, and who hears how they answered. */
export type Panel = {
  readonly chainName: string;
  /** How many providers must give the same answer. */
  readonly quorum: number;
  /** In the order in which they are asked. */
  readonly voters: readonly Voter[];
  readonly onOutcome: (rpc: number, outcome: 'agreed' | 'disagreed' | 'failed') => void;
  readonly onSuspect: (rpc: number, detail: string) => void;
  readonly onHead: (rpc: number, head: ProviderHead) => void;
  /** Two answers differ, and no quorum says which is right. */
  readonly onContradiction: () => void;
};

/** The answers to one call. */
export type Ballot = {
  vote(voter: Voter, answer: RpcAnswer): void;
  fail(voter: Voter, error: unknown): void;
  /** The answer that a quorum gave; null before. */
  agreed(): RpcAnswer | null;
  /** How many more equal answers are needed at least. */
  missing(): number;
  /** Why there is no agreement. */
  failure(): Error;
};

// Estimates differ between honest nodes. So do the receipts of a block: some nodes list the chain's system transactions.
const DIFFERING: readonly string[] = ['eth_estimateGas', 'eth_getBlockReceipts'];

/** Compares a provider's answer with the agreed one. */
function judge(panel: Panel, { method }: RpcCall, { voter, isSame }: { voter: Voter; isSame: boolean }): void {
  const { rpc, standing } = voter.record;
  panel.onOutcome(rpc, isSame ? 'agreed' : 'disagreed');
  if (isSame || !standing.noteContradiction()) return;
  const { chainName, quorum } = panel;
  panel.onSuspect(rpc, `RPC ${rpc} of ${chainName} contradicts ${quorum} others, last on ${method}`);
}

export function createBallot(panel: Panel, call: RpcCall): Ballot {
  const votes: Vote<Voter>[] = [];
  const failures: { readonly voter: Voter; readonly error: unknown }[] = [];
  let agreed: Vote<Voter> | null = null;
  const judgeVote = ({ voter, key }: Vote<Voter>) => {
    if (!agreed) return;
    // A provider that has what the agreeing ones do not have yet is ahead of them.
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
      // The caller can ask for less after a refusal, so it must find it among the causes.
      const errors = failures.map(({ error }) => error);
      const cause = errors.find(isRangeRefusal) ?? errors[0];
      if (panel.quorum === 1 && cause instanceof Error) return cause;
      return new NoQuorum(
        `${agreeing()} of ${panel.voters.length} providers of ${panel.chainName} agree on ${call.method}, and ${panel.quorum} must. ${failures.length} failed.`,
        { isDisagreement: failures.length === 0, ...(cause instanceof Error && { cause }) },
      );
    },
  };
}
