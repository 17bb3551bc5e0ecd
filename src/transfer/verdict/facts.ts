import type { Hash } from 'viem';
import type { Confirmations, Receipt, StatusReport } from '#client/receipt.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { ProofGap, Shortfall } from '#shared/payment.ts';
import type { RefundFinding, Transfer } from '../model/transfer.ts';
import type { Timing } from './verdict.ts';
import { timingOf } from './verdict.ts';

/** What is known about the deposit: until it is mined, from the stored transfer; afterwards, from the chains. */
export type DepositFact =
  | { readonly kind: 'approvalNeeded' | 'readyToSign' | 'notSeen' | 'walletSilent' | 'awaitingSigners' | 'ended' }
  | { readonly kind: 'inWallet'; readonly asks: 'approval' | 'deposit' }
  /** No chain shows it so far, and the search continues. */
  | { readonly kind: 'searching' }
  | { readonly kind: 'pending'; readonly chainName: string }
  | { readonly kind: 'otherTransaction'; readonly chainName: string }
  | { readonly kind: 'reverted'; readonly chainName: string; readonly reason: string | null }
  | { readonly kind: 'cancelled'; readonly chainName: string; readonly by: Hash | null }
  | { readonly kind: 'otherChain'; readonly foundOn: string; readonly meantFor: string }
  | { readonly kind: 'mined' }
  /** So small that the service leaves it in the vault. */
  | { readonly kind: 'dust' }
  /** Its route is not configured. */
  | { readonly kind: 'unknownRoute' };

/** What the transfer service says. */
export type ServiceFact =
  | { readonly kind: 'silent' | 'unknown' }
  /** `stated`: the paid amount according to the service; null if it is not compared. */
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
  | { readonly kind: 'proven'; readonly received: bigint }
  | { readonly kind: 'mismatch'; readonly shortfalls: readonly Shortfall[] };

/** What the origin chain shows of a refund. */
export type RefundFact =
  | { readonly kind: 'none' }
  | Unproven
  | { readonly kind: 'proven'; readonly refunded: bigint }
  | { readonly kind: 'mismatch'; readonly shortfalls: readonly Shortfall[] };

/** Everything that a verdict depends on. */
export type Facts = {
  readonly deposit: DepositFact;
  readonly service: ServiceFact;
  readonly payout: PayoutFact;
  readonly refund: RefundFact;
  /** Null before the deposit is mined, and after the end. */
  readonly timing: Timing | null;
};

export function receiptFact(receipt: Receipt): ServiceFact {
  if (receipt.kind === 'delivered') return { kind: 'paid', stated: receipt.delivery.received.amount };
  if (receipt.kind === 'inProgress') return { ...receipt, hasNewStep: receipt.hasNewStep === true };
  return receipt;
}

function refundFact(finding: RefundFinding | null): RefundFact {
  if (finding === null) return { kind: 'unproven', gap: null, isPaid: false };
  return finding.kind === 'mismatch' ? finding : { kind: 'unproven', gap: finding.gap, isPaid: false };
}

type Failed = Extract<Transfer, { readonly status: 'failed' }>;

const EMPTY_REPORT = { step: null, reason: null, message: '' } as const;

function failedDeposit({ kind, foundOn, terms }: Failed): DepositFact {
  const { chainName } = terms.origin;
  switch (kind) {
    case 'reverted':
      return { kind, chainName, reason: null };
    case 'cancelled':
      return { kind, chainName, by: null };
    case 'noDeposit':
      return { kind: 'otherTransaction', chainName };
    case 'otherChain':
      return { kind, foundOn: foundOn ?? '', meantFor: chainName };
    case 'failedByService':
      return { kind: 'mined' };
    default:
      return assertNever(kind);
  }
}

function depositFact(transfer: Transfer, isInWallet: boolean): DepositFact {
  switch (transfer.status) {
    case 'approving':
      return isInWallet ? { kind: 'inWallet', asks: 'approval' } : { kind: 'approvalNeeded' };
    case 'readyToSign':
      if (isInWallet) return { kind: 'inWallet', asks: 'deposit' };
      return { kind: transfer.attempt ? 'notSeen' : 'readyToSign' };
    case 'signing':
      if (transfer.proposal) return { kind: 'awaitingSigners' };
      return isInWallet ? { kind: 'inWallet', asks: 'deposit' } : { kind: 'walletSilent' };
    case 'abandoned':
      return { kind: 'ended' };
    case 'sent':
      return transfer.doubt ? { kind: 'searching' } : { kind: 'pending', chainName: transfer.terms.origin.chainName };
    case 'failed':
      return failedDeposit(transfer);
    case 'deposited':
    case 'reported':
    case 'delivered':
    case 'disputed':
    case 'refunded':
      return { kind: 'mined' };
    default:
      return assertNever(transfer);
  }
}

function serviceFact(transfer: Transfer): ServiceFact {
  switch (transfer.status) {
    case 'deposited': {
      const { report, confirmations } = transfer;
      return report ? { kind: 'inProgress', report, confirmations, hasNewStep: false } : { kind: 'unknown' };
    }
    case 'failed':
      if (transfer.kind !== 'failedByService') return { kind: 'unknown' };
      return { kind: 'failed', report: transfer.report ?? EMPTY_REPORT };
    case 'refunded':
      return { kind: 'failed', report: transfer.report ?? EMPTY_REPORT };
    case 'reported':
    case 'delivered':
    case 'disputed':
      return { kind: 'paid', stated: null };
    default:
      return { kind: 'unknown' };
  }
}

function payoutFact(transfer: Transfer): Facts['payout'] {
  if (transfer.status === 'reported') return { kind: 'unproven', gap: null, isPaid: false };
  if (transfer.status === 'delivered') return { kind: 'proven', received: transfer.received };
  return transfer.status === 'disputed' ? { kind: 'mismatch', shortfalls: transfer.shortfalls } : { kind: 'none' };
}

function refundOf(transfer: Transfer): Facts['refund'] {
  if (transfer.status === 'refunded') return { kind: 'proven', refunded: transfer.refunded };
  const isSearched = transfer.status === 'failed' && transfer.kind === 'failedByService';
  return isSearched ? refundFact(transfer.refund) : { kind: 'none' };
}

type PageContext = {
  readonly nowMs: number;
  /** Whether this page is waiting for the wallet. */
  readonly isInWallet: boolean;
};

/** The facts from the stored transfer and the clock. */
export function transferFacts(transfer: Transfer, { nowMs, isInWallet }: PageContext): Facts {
  const { usualSeconds } = transfer.terms;
  const isTimed = transfer.status === 'deposited' || transfer.status === 'reported';
  return {
    deposit: depositFact(transfer, isInWallet),
    service: serviceFact(transfer),
    payout: payoutFact(transfer),
    refund: refundOf(transfer),
    timing: isTimed && transfer.since !== null ? timingOf({ sinceMs: transfer.since, nowMs, usualSeconds }) : null,
  };
}
