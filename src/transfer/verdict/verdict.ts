import type { Address, Hash } from 'viem';
import type { Confirmations } from '#client/receipt.ts';
import type { Amount } from '#shared/amount.ts';
import type { ProofGap, Shortfall } from '#shared/payment.ts';
import type { ReasonCode, Step } from '#shared/wire/reasons.ts';
import type { TransferTerms } from '../model/transferTerms.ts';

/** How long a transfer has taken so far. */
export type Timing = {
  readonly elapsedSeconds: number;
  /** The route's median; null if the service does not state it. */
  readonly usualSeconds: number | null;
  readonly isLate: boolean;
};

const LATE_FACTOR = 2;
/** Half of all transfers take longer than the median, and a few extra seconds on a short one are not a delay. */
const LATE_MARGIN_SECONDS = 60;
/** If the usual time is unknown. */
const LATE_SECONDS = 30 * 60;

type Times = { readonly sinceMs: number; readonly nowMs: number; readonly usualSeconds: number | null };

export function timingOf({ sinceMs, nowMs, usualSeconds }: Times): Timing {
  // The chain's clock may be ahead of this device's.
  const elapsedSeconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1000));
  const lateFrom =
    usualSeconds === null ? LATE_SECONDS : Math.max(usualSeconds * LATE_FACTOR, usualSeconds + LATE_MARGIN_SECONDS);
  return { elapsedSeconds, usualSeconds, isLate: elapsedSeconds >= lateFrom };
}

/** Why the service waits, by its code. Its own message only if it sends no codes. */
export type Cause = { readonly reason: ReasonCode | null; readonly message: string | null };

/** Tokens or native currency that a transaction moved away from its sender. The zero address is the native token. */
export type MovedFunds = { readonly token: Address; readonly to: Address; readonly amount: bigint };

type On = { readonly chainName: string };
type Moved = On & { readonly moved: readonly MovedFunds[] };

/** Before the deposit is mined. Only one of this browser's transfers gets these. */
type BeforeDeposit =
  | { readonly kind: 'approvalNeeded' | 'readyToSign' | 'notSeen' | 'walletSilent' | 'ended' | 'searching' }
  | { readonly kind: 'inWallet'; readonly asks: 'approval' | 'deposit' }
  | { readonly kind: 'awaitingSigners' };

/** Instead of a mined deposit. */
type InsteadOfDeposit =
  | ({ readonly kind: 'pending' | 'noDeposit' } & On)
  | ({ readonly kind: 'reverted'; readonly reason: string | null } & On)
  /** `by`: the transaction with the same nonce, if it is known. */
  | ({ readonly kind: 'cancelled'; readonly by: Hash | null } & On)
  /** It uses the bridge's address on the chain that it was meant for. */
  | ({ readonly kind: 'wrongChain'; readonly meantFor: string } & Moved);

/** After a mined deposit. */
type AfterDeposit =
  /** Nothing went wrong. `step` is null while the service has not said which one it has reached. */
  | {
      readonly kind: 'inProgress' | 'late';
      readonly step: Step | null;
      readonly confirmations: Confirmations | null;
      readonly cause: Cause;
      readonly isReported: boolean;
      readonly timing: Timing | null;
    }
  | {
      readonly kind: 'delayed' | 'waitingForFunds' | 'paused' | 'held';
      readonly confirmations: Confirmations | null;
      readonly cause: Cause;
      readonly timing: Timing | null;
    }
  | { readonly kind: 'verifyingPayout'; readonly gap: ProofGap | null; readonly timing: Timing | null }
  | { readonly kind: 'delivered'; readonly received: bigint }
  /** The destination chain shows the payout, but the service states another amount. */
  | { readonly kind: 'deliveredOtherAmount'; readonly received: bigint; readonly stated: bigint }
  | { readonly kind: 'payoutDiffers' | 'refundDiffers'; readonly shortfalls: readonly Shortfall[] }
  | { readonly kind: 'refunding' | 'refundHeld' | 'closed' | 'notDelivered'; readonly cause: Cause }
  | { readonly kind: 'verifyingRefund'; readonly cause: Cause; readonly gap: ProofGap | null }
  | { readonly kind: 'refunded'; readonly refunded: bigint; readonly cause: Cause }
  /** Too small to handle: a refund would cost more than the deposit, or the service leaves it in the vault. */
  | { readonly kind: 'dustKept' }
  /** The destination, or the token there, is not configured, so the app can show no payout. */
  | { readonly kind: 'unknownRoute' }
  /** The service reports a step that this version does not know. */
  | { readonly kind: 'unknownStep'; readonly cause: Cause }
  | { readonly kind: 'serviceSilent' }
  | { readonly kind: 'noReceipt'; readonly cause: Cause }
  /** The service reports a transfer whose deposit the chains do not show. */
  | { readonly kind: 'sourcesDisagree' };

/** The status of a transfer, from its first step to its end. */
export type TransferVerdict = BeforeDeposit | InsteadOfDeposit | AfterDeposit;

/** What else a hash can turn out to be. */
type HashVerdict =
  | ({ readonly kind: 'dropped' | 'reorgedAway' } & On)
  | ({ readonly kind: 'outOfGas'; readonly gasLimit: bigint } & On)
  | ({ readonly kind: 'replaced'; readonly by: Hash } & On)
  /** Funds went into a vault without a deposit. The vault keeps no record of whose they are. */
  | ({ readonly kind: 'sentToVault' } & Moved)
  | ({ readonly kind: 'wrongContract'; readonly contract: Address } & Moved)
  /** An account without code, such as a person's. */
  | ({ readonly kind: 'sentToAccount'; readonly account: Address } & Moved)
  /** A payment from the bridge whose deposit was not found. */
  | ({ readonly kind: 'payment' } & On)
  /** A failed call to a vault: the bridge tried to pay. It says nothing about the deposit. */
  | ({ readonly kind: 'failedPayment' } & On)
  | { readonly kind: 'notFound'; readonly chainNames: readonly string[] }
  /** These chains did not answer, and the others do not have the transaction. */
  | { readonly kind: 'rpcSilent'; readonly chainNames: readonly string[] }
  /** A chain's RPC endpoints contradict each other. */
  | ({ readonly kind: 'endpointsDisagree' } & On);

/** The one answer about a transfer or a hash, which every page, table, title, message and file reads. */
export type Verdict = TransferVerdict | HashVerdict;

export type VerdictKind = Verdict['kind'];
export type VerdictOf<K extends VerdictKind> = Extract<Verdict, { readonly kind: K }>;

export const NO_CAUSE: Cause = { reason: null, message: null };

export function timingIn(verdict: Verdict): Timing | null {
  return 'timing' in verdict ? verdict.timing : null;
}

type NamedAmount = { readonly amount: Amount; readonly chainName: string };

/**
 * The amount to name in a text about a verdict, and its chain. "Delivered" and "Refunded" name the payment that a chain
 * has proven, which differs from the amount sent because of fees.
 */
export function namedAmount(verdict: Verdict, { origin, destination, send }: TransferTerms): NamedAmount {
  switch (verdict.kind) {
    case 'delivered':
    case 'deliveredOtherAmount':
      return {
        amount: { amount: verdict.received, decimals: destination.decimals },
        chainName: destination.chainName,
      };
    case 'refunded':
      return { amount: { amount: verdict.refunded, decimals: origin.decimals }, chainName: origin.chainName };
    default:
      return { amount: { amount: send, decimals: origin.decimals }, chainName: destination.chainName };
  }
}
