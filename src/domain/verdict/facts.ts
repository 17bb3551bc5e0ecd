import type { Confirmations, StatusReport } from '#client/receipt.ts';
import type { Proof, ProofGap, Shortfall } from '#shared/payment.ts';
import type { RefundFinding } from '../transfer.ts';
import type { Pace } from './pace.ts';

/** What is known about the deposit: before it, by the stored transfer; after it, by the chains. */
export type DepositFact =
  | { readonly kind: 'approvalNeeded' | 'readyToSign' | 'notSeen' | 'inWallet' | 'walletSilent' }
  | { readonly kind: 'awaitingSigners' | 'ended' }
  /** The wallet named another transaction, and the app looks for the deposit. */
  | { readonly kind: 'searching' }
  /** Every chain answered, and none has the transaction. */
  | { readonly kind: 'nowhere'; readonly chainNames: readonly string[] }
  /** These chains did not answer, and the others do not have the transaction. */
  | { readonly kind: 'incomplete'; readonly chainNames: readonly string[] }
  | { readonly kind: 'pending' | 'mined' | 'reverted' | 'cancelled' | 'otherTransaction' }
  | { readonly kind: 'otherChain'; readonly foundOn: string };

/** What the transfer service says. */
export type ServiceFact =
  | { readonly kind: 'unasked' | 'silent' | 'unknown' | 'paid' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'inProgress'; readonly report: StatusReport; readonly confirmations: Confirmations | null }
  | { readonly kind: 'failed'; readonly report: StatusReport };

/** What the destination chain shows of the payout that the service reports. A null gap: the app has not read it yet. */
export type PayoutFact =
  | { readonly kind: 'none' }
  /** The page shows the service's word and reads no proof. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'unproven'; readonly gap: ProofGap | null }
  | Extract<Proof, { readonly kind: 'proven' | 'mismatch' }>;

/** What the origin chain shows of a refund. */
export type RefundFact =
  | { readonly kind: 'none' }
  /** The page shows the service's word and reads no proof. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'unproven'; readonly gap: ProofGap | null }
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

export function refundFact(finding: RefundFinding | null): RefundFact {
  if (finding === null) return { kind: 'unproven', gap: null };
  return finding.kind === 'mismatch' ? finding : { kind: 'unproven', gap: finding.gap };
}
