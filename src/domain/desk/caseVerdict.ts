import type { Address, Hash } from 'viem';
import type { Cause, Verdict, VerdictOf } from '../verdict/verdict.ts';
import type { MovedFunds } from './evidence.ts';

/** Verdicts of `verdictOf` on a mined deposit that the desk takes over. */
const TAKEN_OVER = [
  ...(['delivered', 'payoutDiffers', 'verifyingPayout'] as const),
  ...(['inProgress', 'late', 'delayed', 'waitingForFunds', 'paused', 'held'] as const),
  ...(['refunding', 'refundHeld', 'verifyingRefund', 'refunded', 'refundDiffers', 'notDelivered', 'closed'] as const),
  ...(['serviceSilent', 'noReceipt', 'sourcesDisagree'] as const),
] as const satisfies readonly Verdict['kind'][];

type TakenOver = VerdictOf<(typeof TAKEN_OVER)[number]>;

const takenOver: ReadonlySet<string> = new Set(TAKEN_OVER);

export function isTakenOver(verdict: Verdict): verdict is TakenOver {
  return takenOver.has(verdict.kind);
}

type Sent = { readonly chainName: string; readonly moved: readonly MovedFunds[] };

/** Tokens went to a contract that is not the bridge's. */
type WrongContract = { readonly kind: 'wrongContract'; readonly contract: Address } & Sent;

/** Where a deposit stands, for support staff. */
export type FateVerdict =
  | TakenOver
  /** The destination chain shows the payout, but the service states another amount. */
  | { readonly kind: 'deliveredOtherAmount'; readonly received: bigint; readonly stated: bigint }
  | { readonly kind: 'outOfRangeRefunded'; readonly refunded: bigint }
  /** Too small to handle: a refund would cost more than the deposit, or the service leaves it in the vault. */
  | { readonly kind: 'dustKept' }
  /** The configuration lacks the destination, or the token there, so the app can show no payout. */
  | { readonly kind: 'unknownRoute' }
  /** The service reports a step that this version does not know. */
  | { readonly kind: 'unknownStep'; readonly cause: Cause }
  | WrongContract;

/** The one answer about a hash. `fates` has one verdict for each deposit that the hash leads to, in log order. */
export type CaseVerdict =
  | FateVerdict
  | { readonly kind: 'severalDeposits'; readonly fates: readonly FateVerdict[] }
  /** The hash is that of a payment of these deposits. */
  | { readonly kind: 'payoutPasted' | 'refundPasted'; readonly fates: readonly FateVerdict[] }
  /** The hash is that of a payment, and the search has not found its deposit. */
  | { readonly kind: 'paymentPasted'; readonly chainName: string }
  /** A call of a vault that failed: an attempt of the bridge to pay. It tells nothing about the deposit. */
  | { readonly kind: 'failedPayment'; readonly chainName: string }
  /** `transaction` is null until the Safe has executed it. */
  | { readonly kind: 'safeHash'; readonly transaction: Hash | null; readonly fates: readonly FateVerdict[] }
  | {
      readonly kind: 'replaced';
      readonly chainName: string;
      readonly by: Hash;
      readonly fates: readonly FateVerdict[];
    }
  | { readonly kind: 'cancelled'; readonly chainName: string; readonly by: Hash }
  | { readonly kind: 'pending' | 'dropped' | 'reorgedAway' | 'noDeposit'; readonly chainName: string }
  | { readonly kind: 'reverted'; readonly chainName: string; readonly reason: string | null }
  | { readonly kind: 'outOfGas'; readonly chainName: string; readonly gasLimit: bigint }
  /** Funds went into a vault without a deposit. The vault keeps no record of whose they are. */
  | ({ readonly kind: 'sentToVault' } & Sent)
  /** The transaction calls the bridge's contract of another chain. */
  | ({ readonly kind: 'wrongChain'; readonly meantFor: string } & Sent)
  | { readonly kind: 'notFound'; readonly chainNames: readonly string[] }
  /** These chains did not answer, and the others do not have the transaction. */
  | { readonly kind: 'rpcSilent'; readonly chainNames: readonly string[] }
  /** The RPC endpoints of a chain contradict each other. */
  | { readonly kind: 'endpointsDisagree'; readonly chainName: string };

export type CaseKind = CaseVerdict['kind'];

/** How well a verdict is founded. */
export type Confidence =
  /** Every endpoint of these chains was asked, and each shows it. */
  | { readonly kind: 'verified'; readonly chainNames: readonly string[] }
  /** Only the service says so. */
  | { readonly kind: 'reported' }
  /** Some endpoint of these chains, or the service, gave no answer or a different one. */
  | { readonly kind: 'partial'; readonly chainNames: readonly string[]; readonly isServiceSilent: boolean };

/** Where the evidence shows the money. `unknown`: it shows nothing. */
export type MoneyPlace = 'sender' | 'bridge' | 'recipient' | 'elsewhere' | 'unknown';
