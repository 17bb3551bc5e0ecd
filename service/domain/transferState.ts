export const TRANSFER_STATES = [
  'unseen',
  'seen',
  'confirmed',
  'signed',
  'broadcast',
  'delivered',
  'rejected',
  'refunding',
  'refunded',
  'held',
] as const;

export type TransferState = (typeof TRANSFER_STATES)[number];

export type TransferEvent =
  | 'depositSeen'
  /** A reorg took the deposit away while nothing was signed for it. */
  | 'depositGone'
  | 'accepted'
  | 'rejected'
  | 'heldBack'
  | 'payoutSigned'
  | 'payoutSent'
  | 'payoutDelivered'
  /** The payout's nonce is finally used up by a transaction that paid nobody. */
  | 'payoutReverted'
  /** The same, on purpose: an operator gave the nonce up. */
  | 'payoutCancelled'
  | 'refundSigned'
  | 'refundDelivered'
  | 'refundReverted'
  | 'refundCancelled'
  /** An operator stopped it before anything was signed. */
  | 'stopped'
  /** An operator had it decided anew. */
  | 'retried'
  /** An operator had the payout that was decided before it was held tried again. */
  | 'payoutResumed'
  /** An operator had it refunded. */
  | 'refundOrdered';

// The one place that says what may follow what. A payout and a refund exclude each other because no path leads from a
// signed payout to a refund but through `payoutReverted` or `payoutCancelled`, the proof that the payout cannot happen any
// more. What an operator orders needs it as well (`needsNothingBound`).
const NEXT: Readonly<Record<TransferState, Readonly<Partial<Record<TransferEvent, TransferState>>>>> = {
  unseen: { depositSeen: 'seen' },
  seen: { depositGone: 'unseen', accepted: 'confirmed', rejected: 'rejected', heldBack: 'held', stopped: 'held' },
  confirmed: {
    depositGone: 'unseen',
    heldBack: 'held',
    payoutSigned: 'signed',
    payoutDelivered: 'delivered',
    stopped: 'held',
    refundOrdered: 'rejected',
  },
  signed: {
    payoutSent: 'broadcast',
    payoutDelivered: 'delivered',
    payoutReverted: 'confirmed',
    payoutCancelled: 'confirmed',
    heldBack: 'held',
  },
  broadcast: {
    payoutDelivered: 'delivered',
    payoutReverted: 'confirmed',
    payoutCancelled: 'confirmed',
    heldBack: 'held',
  },
  delivered: {},
  rejected: {
    depositGone: 'unseen',
    heldBack: 'held',
    stopped: 'held',
    refundSigned: 'refunding',
    refundDelivered: 'refunded',
  },
  // A refund that was begun answers 909 for good, so it stays a refund whatever becomes of its transactions.
  refunding: {
    refundSigned: 'refunding',
    refundDelivered: 'refunded',
    refundReverted: 'refunding',
    refundCancelled: 'refunding',
  },
  refunded: {},
  held: { depositGone: 'unseen', retried: 'seen', payoutResumed: 'confirmed', refundOrdered: 'rejected' },
};

// What undoes a decision is for transfers without a payment that may take effect or has: a reorganisation of the deposit, and
// what an operator orders. `held` alone does not tell: a payment that is not what was due is held as well, with its obligation.
const NEEDS_NOTHING_BOUND: ReadonlySet<TransferEvent> = new Set([
  'depositGone',
  'stopped',
  'retried',
  'payoutResumed',
  'refundOrdered',
]);

/** Whether an event belongs to a transfer only while no payment of it is bound to a nonce. */
export function needsNothingBound(event: TransferEvent): boolean {
  return NEEDS_NOTHING_BOUND.has(event);
}

/** The state after an event, or null where the event does not belong to the state. */
export function transition(state: TransferState, event: TransferEvent): TransferState | null {
  return NEXT[state][event] ?? null;
}
