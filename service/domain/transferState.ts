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
  | 'refundSigned'
  | 'refundDelivered'
  | 'refundReverted';

// The one place that says what may follow what. A payout and a refund exclude each other because no path leads from a
// signed payout to a refund but through `payoutReverted`, the proof that the payout cannot happen any more.
const NEXT: Readonly<Record<TransferState, Readonly<Partial<Record<TransferEvent, TransferState>>>>> = {
  unseen: { depositSeen: 'seen' },
  seen: { depositGone: 'unseen', accepted: 'confirmed', rejected: 'rejected', heldBack: 'held' },
  confirmed: {
    depositGone: 'unseen',
    heldBack: 'held',
    payoutSigned: 'signed',
    payoutDelivered: 'delivered',
  },
  signed: { payoutSent: 'broadcast', payoutDelivered: 'delivered', payoutReverted: 'confirmed', heldBack: 'held' },
  broadcast: { payoutDelivered: 'delivered', payoutReverted: 'confirmed', heldBack: 'held' },
  delivered: {},
  rejected: { depositGone: 'unseen', heldBack: 'held', refundSigned: 'refunding', refundDelivered: 'refunded' },
  refunding: { refundSigned: 'refunding', refundDelivered: 'refunded', refundReverted: 'refunding' },
  refunded: {},
  held: { depositGone: 'unseen' },
};

/** The state after an event, or null where the event does not belong to the state. */
export function transition(state: TransferState, event: TransferEvent): TransferState | null {
  return NEXT[state][event] ?? null;
}
