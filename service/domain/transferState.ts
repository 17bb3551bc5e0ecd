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
  'refundHeld',
  'closed',
] as const;

export type TransferState = (typeof TRANSFER_STATES)[number];

/** The states in which nothing more happens to a transfer. */
export const FINAL_STATES: ReadonlySet<TransferState> = new Set(['delivered', 'refunded', 'closed']);

export type TransferEvent =
  | 'depositSeen'
  /** A reorg removed the deposit before a payment was signed. */
  | 'depositGone'
  | 'accepted'
  | 'rejected'
  | 'heldBack'
  | 'payoutSigned'
  | 'payoutSent'
  | 'payoutDelivered'
  /** The payout's nonce settled with a transaction that did not pay. */
  | 'payoutReverted'
  /** The payout's nonce settled with the operator's cancel transaction. */
  | 'payoutCancelled'
  | 'refundSigned'
  | 'refundDelivered'
  | 'refundReverted'
  | 'refundCancelled'
  /** The payout waited too long for funds, so the deposit is refunded. */
  | 'waitedTooLong';

// All transitions that the service makes; those of an operator's orders are in db/schema/orders.sql. A payout and a refund exclude each other: the only path from a signed payout to a refund leads
// through `payoutReverted` or `payoutCancelled`, which prove that the payout cannot happen any more.
const NEXT: Readonly<Record<TransferState, Readonly<Partial<Record<TransferEvent, TransferState>>>>> = {
  unseen: { depositSeen: 'seen' },
  seen: { depositGone: 'unseen', accepted: 'confirmed', rejected: 'rejected', heldBack: 'held' },
  confirmed: {
    depositGone: 'unseen',
    heldBack: 'held',
    payoutSigned: 'signed',
    payoutDelivered: 'delivered',
    waitedTooLong: 'rejected',
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
    refundSigned: 'refunding',
    refundDelivered: 'refunded',
  },
  // After 909 the answer must not change, so a started refund stays a refund, also when its transaction reverts or an operator
  // holds it.
  refunding: {
    refundSigned: 'refunding',
    refundDelivered: 'refunded',
    refundReverted: 'refunding',
    refundCancelled: 'refunding',
    heldBack: 'refundHeld',
  },
  refunded: {},
  held: { depositGone: 'unseen' },
  refundHeld: {},
  closed: {},
};

// These events undo a decision, so they are allowed only without a payment that has taken or can take effect. The state `held`
// alone is no proof: a transfer with a wrong payment is held too, with its obligation.
const NEEDS_NOTHING_BOUND: ReadonlySet<TransferEvent> = new Set(['depositGone', 'waitedTooLong']);

/** Whether an event is allowed only while no payment of the transfer is bound to a nonce. */
export function needsNothingBound(event: TransferEvent): boolean {
  return NEEDS_NOTHING_BOUND.has(event);
}

/** The state after an event, or null when the state does not allow the event. */
export function transition(state: TransferState, event: TransferEvent): TransferState | null {
  return NEXT[state][event] ?? null;
}
