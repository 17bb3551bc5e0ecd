import type { Mismatch } from '#client/findMismatches.ts';
import type { BuildRefused } from '#client/readBuild.ts';
import type { Maintenance } from '#shared/config/installationConfig.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import type { EntryProblem } from './readIntent.ts';
import type { RecipientProblem } from './readRecipient.ts';

/**
 * The service refused to build the transfer, or no quote delivers exactly the wanted amount. Only the app says
 * `notExact`.
 */
export type BuildRefusal = Omit<BuildRefused, 'reason'> & { readonly reason: BuildRefused['reason'] | 'notExact' };

/** The form's next step: the first problem to solve, or the review. */
export type Readiness =
  /** The operator has closed the route, so the app builds nothing. */
  | { readonly kind: 'closed'; readonly closure: Maintenance }
  | { readonly kind: 'connectWallet' }
  /** The installation refuses the connected account. */
  | { readonly kind: 'accountBlocked' }
  | { readonly kind: 'amountMissing' }
  | { readonly kind: 'amountProblem'; readonly problem: EntryProblem }
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

type Inputs = {
  readonly closure: Maintenance | null;
  readonly isConnected: boolean;
  readonly isBlocked: boolean;
  readonly amountText: string;
  readonly amountProblem: EntryProblem | null;
  readonly recipientProblem: RecipientProblem | null;
  readonly outcome: BuildOutcome;
  /** Null means unknown. An unknown balance does not block the review, because the simulation detects a low balance. */
  readonly balance: bigint | null;
};

export function readinessOf(inputs: Inputs): Readiness {
  if (inputs.closure) return { kind: 'closed', closure: inputs.closure };
  const isEmpty = inputs.amountText.trim() === '';
  if (inputs.amountProblem && !isEmpty) return { kind: 'amountProblem', problem: inputs.amountProblem };
  if (inputs.isBlocked) return { kind: 'accountBlocked' };
  if (inputs.recipientProblem === 'namePending') return { kind: 'building' };
  if (inputs.recipientProblem) return { kind: 'recipientProblem', problem: inputs.recipientProblem };
  if (isEmpty) return { kind: inputs.isConnected ? 'amountMissing' : 'connectWallet' };
  // Before connecting, a person should learn that the bridge does not accept the amount or gives no quote.
  if (inputs.outcome.kind !== 'pending' && inputs.outcome.kind !== 'verified') return inputs.outcome;
  if (!inputs.isConnected) return { kind: 'connectWallet' };
  if (inputs.outcome.kind === 'pending') return { kind: 'building' };
  const { build } = inputs.outcome;
  if (inputs.balance !== null && inputs.balance < build.send) {
    return { kind: 'balanceTooLow', missing: build.send - inputs.balance };
  }
  return { kind: 'ready', build };
}
