import { assertNever } from '#shared/assertNever.ts';
import type { Transfer } from '../transfer.ts';
import type { DepositFact, Facts, ServiceFact } from './facts.ts';
import { refundFact } from './facts.ts';
import { paceOf } from './pace.ts';

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

type Moment = {
  readonly nowMs: number;
  /** Whether this page waits for the wallet. */
  readonly isInWallet: boolean;
};

/** The facts that the stored transfer and the clock give. */
export function transferFacts(transfer: Transfer, { nowMs, isInWallet }: Moment): Facts {
  const { usualSeconds } = transfer.terms;
  const isTimed = transfer.status === 'deposited' || transfer.status === 'reported';
  return {
    deposit: depositFact(transfer, isInWallet),
    service: serviceFact(transfer),
    payout: payoutFact(transfer),
    refund: refundOf(transfer),
    pace: isTimed && transfer.since !== null ? paceOf({ sinceMs: transfer.since, nowMs, usualSeconds }) : null,
  };
}
