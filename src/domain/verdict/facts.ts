import type { Hash } from 'viem';
import type { Confirmations, Receipt, StatusReport } from '#client/receipt.ts';
import type { Proof, ProofGap, Shortfall } from '#shared/payment.ts';
import type { RefundFinding } from '../transfer.ts';
import type { Pace } from './pace.ts';

/** What is known about the deposit: before it, by the stored transfer; after it, by the chains. */
export type DepositFact =
  | { readonly kind: 'approvalNeeded' | 'readyToSign' | 'notSeen' | 'walletSilent' | 'awaitingSigners' | 'ended' }
  | { readonly kind: 'inWallet'; readonly asks: 'approval' | 'deposit' }
  /** No chain shows it so far, and the search goes on. */
  | { readonly kind: 'searching' }
  | { readonly kind: 'pending'; readonly chainName: string }
  | { readonly kind: 'otherTransaction'; readonly chainName: string }
  | { readonly kind: 'reverted'; readonly chainName: string; readonly reason: string | null }
  | { readonly kind: 'cancelled'; readonly chainName: string; readonly by: Hash | null }
  | { readonly kind: 'otherChain'; readonly foundOn: string; readonly meantFor: string }
  | { readonly kind: 'mined' }
  /** So small that the service leaves it in the vault. */
  | { readonly kind: 'dust' }
  /** The configuration lacks its route. */
  | { readonly kind: 'unknownRoute' };

/** What the transfer service says. */
export type ServiceFact =
  | { readonly kind: 'silent' | 'unknown' }
  /** `stated`: the paid amount, by the service; null where it is not compared. */
  | { readonly kind: 'paid'; readonly stated: bigint | null }
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'inProgress';
      readonly report: StatusReport;
      readonly confirmations: Confirmations | null;
      /** Whether only a newer version knows the step. */
      readonly hasNewStep: boolean;
    }
  | { readonly kind: 'failed'; readonly report: StatusReport };

/** `isPaid`: its chain shows a payment whose proof is not complete. A null gap: the app has not read it yet. */
type Unproven = { readonly kind: 'unproven'; readonly gap: ProofGap | null; readonly isPaid: boolean };

/** What the destination chain shows of a payout. */
export type PayoutFact =
  | { readonly kind: 'none' }
  | Unproven
  | Extract<Proof, { readonly kind: 'proven' | 'mismatch' }>;

/** What the origin chain shows of a refund. */
export type RefundFact =
  | { readonly kind: 'none' }
  | Unproven
  | { readonly kind: 'proven'; readonly refunded: bigint }
  | { readonly kind: 'mismatch'; readonly shortfalls: readonly Shortfall[] };

/** Everything that a verdict is decided from. */
export type Facts = {
  readonly deposit: DepositFact;
  readonly service: ServiceFact;
  readonly payout: PayoutFact;
  readonly refund: RefundFact;
  /** Null before the deposit is mined, and after the end. */
  readonly pace: Pace | null;
};

export function receiptFact(receipt: Receipt): ServiceFact {
  if (receipt.kind === 'delivered') return { kind: 'paid', stated: receipt.delivery.received.amount };
  if (receipt.kind === 'inProgress') return { ...receipt, hasNewStep: receipt.hasNewStep === true };
  return receipt;
}

export function refundFact(finding: RefundFinding | null): RefundFact {
  if (finding === null) return { kind: 'unproven', gap: null, isPaid: false };
  return finding.kind === 'mismatch' ? finding : { kind: 'unproven', gap: finding.gap, isPaid: false };
}
