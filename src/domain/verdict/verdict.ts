import type { Confirmations } from '#client/receipt.ts';
import type { ProofGap, Shortfall } from '#shared/payment.ts';
import type { ReasonCode, Step } from '#shared/wire/reasons.ts';
import type { Pace } from './pace.ts';

/** Why the service waits, by its code. Its own sentence only where it sends no codes. */
export type Cause = { readonly reason: ReasonCode | null; readonly message: string | null };

/** Where a transfer stands, in one word for every page, list, title and message. */
export type Verdict =
  | { readonly kind: 'approvalNeeded' | 'readyToSign' | 'notSeen' | 'inWallet' | 'walletSilent' }
  | { readonly kind: 'awaitingSigners' | 'ended' }
  | { readonly kind: 'searching' | 'depositPending' | 'depositReverted' | 'depositCancelled' | 'notThisDeposit' }
  | { readonly kind: 'notFound' | 'searchIncomplete'; readonly chainNames: readonly string[] }
  | { readonly kind: 'wrongChain'; readonly foundOn: string }
  /** The deposit is mined and nothing went wrong. `step` is null while the service has not said which one it has reached. */
  | {
      readonly kind: 'inProgress' | 'late';
      readonly step: Step | null;
      readonly confirmations: Confirmations | null;
      readonly cause: Cause;
      readonly isReported: boolean;
      readonly pace: Pace | null;
    }
  | {
      readonly kind: 'delayed' | 'waitingForFunds' | 'paused' | 'held';
      readonly cause: Cause;
      readonly pace: Pace | null;
    }
  | { readonly kind: 'verifyingPayout'; readonly gap: ProofGap | null; readonly pace: Pace | null }
  | { readonly kind: 'delivered'; readonly received: bigint }
  | { readonly kind: 'payoutDiffers' | 'refundDiffers'; readonly shortfalls: readonly Shortfall[] }
  | { readonly kind: 'refunding' | 'refundHeld' | 'closed' | 'notDelivered'; readonly cause: Cause }
  | { readonly kind: 'verifyingRefund'; readonly cause: Cause; readonly gap: ProofGap | null }
  | { readonly kind: 'refunded'; readonly refunded: bigint; readonly cause: Cause }
  | { readonly kind: 'serviceSilent' }
  | { readonly kind: 'noReceipt'; readonly cause: Cause }
  /** The service reports a transfer whose deposit the chains do not show. */
  | { readonly kind: 'sourcesDisagree' }
  /** Only the service says so: a list of many deposits reads no proofs. */
  | { readonly kind: 'payoutReported' | 'refundReported' }
  /** The chain shows the deposit, and the service has not answered. */
  | { readonly kind: 'unchecked' };

export type VerdictKind = Verdict['kind'];
export type VerdictOf<K extends VerdictKind> = Extract<Verdict, { readonly kind: K }>;

/** What the person has to do with it: wait, act, or nothing more, because it went well or because it is over. */
export type Standing = 'open' | 'needsYou' | 'good' | 'over';

export const standings: Readonly<Record<VerdictKind, Standing>> = {
  approvalNeeded: 'needsYou',
  readyToSign: 'needsYou',
  notSeen: 'needsYou',
  inWallet: 'needsYou',
  walletSilent: 'needsYou',
  awaitingSigners: 'needsYou',
  ended: 'over',
  searching: 'open',
  notFound: 'over',
  searchIncomplete: 'open',
  depositPending: 'open',
  depositReverted: 'over',
  depositCancelled: 'over',
  notThisDeposit: 'needsYou',
  wrongChain: 'needsYou',
  inProgress: 'open',
  late: 'open',
  delayed: 'open',
  waitingForFunds: 'open',
  paused: 'open',
  held: 'open',
  verifyingPayout: 'open',
  delivered: 'good',
  payoutDiffers: 'needsYou',
  refunding: 'open',
  refundHeld: 'open',
  verifyingRefund: 'open',
  refunded: 'good',
  refundDiffers: 'needsYou',
  notDelivered: 'open',
  closed: 'needsYou',
  serviceSilent: 'open',
  noReceipt: 'open',
  sourcesDisagree: 'open',
  payoutReported: 'over',
  refundReported: 'over',
  unchecked: 'open',
};

export type VerdictTone = 'info' | 'good' | 'warning' | 'danger';

const tones: Readonly<Partial<Record<VerdictKind, VerdictTone>>> = {
  delivered: 'good',
  refunded: 'good',
  late: 'warning',
  delayed: 'warning',
  waitingForFunds: 'warning',
  paused: 'warning',
  held: 'warning',
  refundHeld: 'warning',
  refunding: 'warning',
  verifyingRefund: 'warning',
  notDelivered: 'warning',
  notFound: 'warning',
  searchIncomplete: 'warning',
  serviceSilent: 'warning',
  noReceipt: 'warning',
  sourcesDisagree: 'warning',
  depositReverted: 'danger',
  notThisDeposit: 'danger',
  wrongChain: 'danger',
  payoutDiffers: 'danger',
  refundDiffers: 'danger',
  closed: 'danger',
};

export function toneOf({ kind }: Verdict): VerdictTone {
  return tones[kind] ?? 'info';
}

const STANDING_STILL: ReadonlySet<VerdictKind> = new Set<VerdictKind>([
  ...(['waitingForFunds', 'paused', 'held', 'refundHeld', 'noReceipt', 'sourcesDisagree', 'unchecked'] as const),
]);

/** Whether something goes on by itself, so that the screen may show a motion. */
export function isMoving({ kind }: Verdict): boolean {
  if (kind === 'inWallet' || kind === 'walletSilent') return true;
  return standings[kind] === 'open' && !STANDING_STILL.has(kind);
}

export function paceIn(verdict: Verdict): Pace | null {
  return 'pace' in verdict ? verdict.pace : null;
}
