import type { AmountProblem } from '#shared/amount.ts';
import type { RecipientProblem } from './intent.ts';
import type { Mismatch, VerifiedBuild } from './verifyBuild.ts';

/** The service refused to build the transfer. */
export type BuildRefusal = {
  readonly kind: 'refused';
  readonly reason:
    | 'unknownChain'
    | 'chainNotServed'
    | 'pairNotOffered'
    | 'amountOutOfRange'
    | 'unknownToken'
    | 'cannotBuild'
    | 'other';
  /** The service's sentence for people; it may be empty. */
  readonly message: string;
};

/** All that can stand between a person and the review, in the order in which it is said. */
export type Readiness =
  | { readonly kind: 'connectWallet' }
  | { readonly kind: 'amountMissing' }
  | { readonly kind: 'amountProblem'; readonly problem: AmountProblem | 'zero' }
  | { readonly kind: 'recipientProblem'; readonly problem: RecipientProblem }
  | { readonly kind: 'building' }
  | BuildRefusal
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'mismatch'; readonly mismatches: readonly Mismatch[] }
  | { readonly kind: 'balanceTooLow'; readonly missing: bigint }
  | { readonly kind: 'ready'; readonly build: VerifiedBuild };

export type BuildOutcome =
  | { readonly kind: 'pending' }
  | BuildRefusal
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'mismatch'; readonly mismatches: readonly Mismatch[] }
  | { readonly kind: 'verified'; readonly build: VerifiedBuild };

type Facts = {
  readonly isConnected: boolean;
  readonly amountText: string;
  readonly amountProblem: AmountProblem | 'zero' | null;
  readonly recipientProblem: RecipientProblem | null;
  readonly outcome: BuildOutcome;
  /** Null while it is not known: an unknown balance holds nobody up, the simulation before signing decides. */
  readonly balance: bigint | null;
};

export function readinessOf(facts: Facts): Readiness {
  if (facts.amountProblem && facts.amountText !== '') return { kind: 'amountProblem', problem: facts.amountProblem };
  if (facts.recipientProblem) return { kind: 'recipientProblem', problem: facts.recipientProblem };
  if (!facts.isConnected) return { kind: 'connectWallet' };
  if (facts.amountText === '') return { kind: 'amountMissing' };
  if (facts.outcome.kind === 'pending') return { kind: 'building' };
  if (facts.outcome.kind !== 'verified') return facts.outcome;
  const { build } = facts.outcome;
  if (facts.balance !== null && facts.balance < build.send) {
    return { kind: 'balanceTooLow', missing: build.send - facts.balance };
  }
  return { kind: 'ready', build };
}
