import { isSameAddress } from '#shared/address.ts';
import type { Transfer } from './transfer.ts';
import type { TransferTerms } from './transferTerms.ts';

export type Duplicates = {
  /** The wallet was opened for them and has not answered. Their deposit may still be mined. */
  readonly signing: readonly Transfer[];
  /** Their deposit was sent, and not refunded. Delivered ones count too. */
  readonly sent: readonly Transfer[];
  /** Failed, ended or unsigned, but their deposit may still appear. They count as long as the tracker looks for it. */
  readonly late: readonly Transfer[];
};

/** Transfers of this browser with the same sender, recipient, route, token and amount. */
export function findDuplicates(terms: ComparedTerms, transfers: readonly Transfer[], now: number): Duplicates {
  const same = transfers.filter((transfer) => isDuplicate(transfer.terms, terms));
  return {
    signing: same.filter(({ status }) => status === 'signing'),
    sent: same.filter(isSent),
    late: same.filter((transfer) => mayComeLate(transfer, now)),
  };
}

type ComparedTerms = Pick<
  TransferTerms,
  'account' | 'recipient' | 'tokenName' | 'typed' | 'send' | 'receive' | 'origin' | 'destination'
>;

function isDuplicate(a: ComparedTerms, b: ComparedTerms): boolean {
  // The sent amount changes with each quote's network fee, so compare the typed amounts if both have one.
  const isSameEntry = a.typed === null || b.typed === null ? a.send === b.send : a.typed === b.typed;
  // If a person types the amount to receive, the amount to send changes with the fees.
  return (
    (isSameEntry || a.receive === b.receive) &&
    isSameAddress(a.account, b.account) &&
    isSameAddress(a.recipient, b.recipient) &&
    a.origin.chainId === b.origin.chainId &&
    a.destination.chainId === b.destination.chainId &&
    a.tokenName === b.tokenName
  );
}

const SENT: ReadonlySet<Transfer['status']> = new Set(['sent', 'deposited', 'reported', 'delivered', 'disputed']);

function isSent(transfer: Transfer): boolean {
  if (transfer.status === 'failed') return transfer.kind === 'failedByService' && transfer.attempt !== null;
  return SENT.has(transfer.status);
}

function mayComeLate(transfer: Transfer, now: number): boolean {
  switch (transfer.status) {
    case 'failed':
      return transfer.kind !== 'failedByService' && transfer.attempt !== null && !isLongOver(transfer, now);
    case 'readyToSign':
    case 'abandoned':
      return transfer.attempt !== null && !transfer.attempt.isRefused && !isLongOver(transfer, now);
    default:
      return false;
  }
}

/** Whether a transfer ended so long ago that only its own page still follows it. */
export function isLongOver(transfer: Transfer, now: number): boolean {
  return hasEnded(transfer) && now - beganAt(transfer) > LATE_MS;
}

/**
 * Late deposits and payouts arrive within minutes. For an older transfer, only its page still searches months of
 * blocks.
 */
const LATE_MS = 24 * 3_600_000;

function hasEnded(transfer: Transfer): boolean {
  if (transfer.status === 'failed') return transfer.kind !== 'failedByService';
  return transfer.status === 'abandoned' || transfer.status === 'disputed';
}

/** The owners of a Safe can sign a deposit days after its review. */
function beganAt(transfer: Transfer): number {
  const since = 'since' in transfer ? (transfer.since ?? 0) : 0;
  return Math.max(transfer.terms.createdAt, since);
}
