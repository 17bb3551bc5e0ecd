import { BaseError, ResponseBodyTooLargeError, RpcRequestError } from 'viem';
import type { Vote } from './agreement.ts';
import { findAgreement, findLargestGroup } from './agreement.ts';
import { NoQuorum } from './noQuorum.ts';
import type { ProviderHead } from './providerHead.ts';
import type { RpcAnswer, RpcCall } from './rpcAnswer.ts';
import { describeAnswer } from './rpcAnswer.ts';
import type { Voter } from './voter.ts';

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
  /** Why there is no agreement, after every provider was asked. */
  failure(): Error;
};

const REFUSALS: readonly string[] = [RpcRequestError.name, ResponseBodyTooLargeError.name];

// The caller can ask for less after such an error, so it must find it among the causes.
function isRefusal(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return error.walk((cause) => cause instanceof Error && REFUSALS.includes(cause.name)) !== null;
}

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
  const failures: unknown[] = [];
  let agreed: Vote<Voter> | null = null;
  const judgeVote = ({ voter, key }: Vote<Voter>) => {
    // Estimates differ between honest nodes.
    if (agreed) judge(panel, call, { voter, isSame: call.method === 'eth_estimateGas' || key === agreed.key });
  };
  const agreeing = () => findLargestGroup(call, votes).length;
  return {
    agreed: () => agreed?.answer ?? null,
    missing: () => panel.quorum - agreeing(),
    vote: (voter, answer) => {
      const vote = { voter, answer, key: describeAnswer(call, answer) };
      votes.push(vote);
      if (agreed) return judgeVote(vote);
      agreed = findAgreement(call, votes, panel.quorum);
      for (const one of votes) judgeVote(one);
    },
    fail: (voter, error) => {
      failures.push(error);
      panel.onOutcome(voter.record.rpc, 'failed');
    },
    failure: () => {
      if (votes.length > agreeing()) panel.onContradiction();
      const cause = failures.find(isRefusal) ?? failures[0];
      if (panel.quorum === 1 && cause instanceof Error) return cause;
      return new NoQuorum(
        `${agreeing()} of ${panel.voters.length} providers of ${panel.chainName} agree on ${call.method}, and ${panel.quorum} must. ${failures.length} failed.`,
        { isDisagreement: failures.length === 0, ...(cause instanceof Error && { cause }) },
      );
    },
  };
}
