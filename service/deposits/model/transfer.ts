import type { Address, Hash } from 'viem';
import type { ReasonCode } from '#shared/wire/reasons.ts';

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

/**
 * What a payment can wait for without a limit in sight: funds of the bridge, a gas price near the charged fee, or the answer
 * of the screening.
 */
export const WANTS = ['funds', 'gas', 'screening'] as const;
export type Want = (typeof WANTS)[number];

/** A transfer as the service stores it. A field is null until the transfer has reached it. */
export type TransferRecord = {
  readonly id: Hash;
  readonly state: TransferState;
  /** The chain of the next payment: the destination for a payout, the origin for a refund. */
  readonly payingChainId: number | null;
  readonly originChainName: string;
  readonly tokenName: string | null;
  readonly originDecimals: number | null;
  readonly destinationChainName: string | null;
  readonly destinationToken: Address | null;
  readonly destinationDecimals: number | null;
  readonly recipient: Address | null;
  /** The deposited amount. */
  readonly amount: bigint;
  readonly gasFee: bigint | null;
  readonly bridgeFee: bigint | null;
  readonly netAmount: bigint | null;
  /** The net amount in the decimals of the destination token. */
  readonly receiveAmount: bigint | null;
  /** Why the transfer was rejected or held: a clause after "because". */
  readonly reason: string | null;
  /** Null without a reason, and for a reason that an earlier version stored. */
  readonly reasonCode: ReasonCode | null;
  /** Why the next step is delayed, as a clause; null if it is not. */
  readonly note: string | null;
  readonly noteCode: ReasonCode | null;
  /** How many of its payments were reverted. */
  readonly tries: number;
  /** What the gas of its failed payments cost, scaled like every price. */
  readonly burntValue: bigint;
  /** Whether an operator wants it held if its signed payment fails. */
  readonly holdRequested: boolean;
  /** What its payment has lacked since it began to wait; null if it lacked nothing of these. */
  readonly waitsFor: Want | null;
  /** The first delay of its payment since the last signature; null without a delay. */
  readonly waitingSince: Date | null;
  readonly failingSince: Date | null;
  readonly retryAt: Date | null;
  readonly settledHash: Hash | null;
  readonly settledAmount: bigint | null;
  /** The time of the payment's block; null where it is not known. */
  readonly settledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
