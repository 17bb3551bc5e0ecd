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

/** The states in which a transfer no longer changes. */
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
  /** The payout's nonce was used by a transaction that did not pay. */
  | 'payoutReverted'
  /** The payout's nonce was used by the operator's cancel transaction. */
  | 'payoutCancelled'
  | 'refundSigned'
  | 'refundDelivered'
  | 'refundReverted'
  | 'refundCancelled'
  /** The payout waited too long for funds, so the deposit is refunded. */
  | 'waitedTooLong';

// All the service's transitions; those of an operator's orders are in db/schema/orders.sql. A payout and a refund
// exclude each other: the only path from a signed payout to a refund leads through `payoutReverted` or
// `payoutCancelled`, which prove that the payout can no longer happen.
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
  // After 909 the answer must not change, so a started refund stays a refund, even if its transaction reverts or an
  // operator holds it.
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

// These events undo a decision, so they are allowed only if no payment has taken or can take effect. The state `held`
// alone proves nothing: a transfer with a wrong payment is also held, with its obligation.
const NEEDS_NOTHING_BOUND: ReadonlySet<TransferEvent> = new Set(['depositGone', 'waitedTooLong']);

/** Whether an event is allowed only while none of the transfer's payments is bound to a nonce. */
export function needsNothingBound(event: TransferEvent): boolean {
  return NEEDS_NOTHING_BOUND.has(event);
}

/** The state after an event, or null if the state doesn't allow the event. */
export function transition(state: TransferState, event: TransferEvent): TransferState | null {
  return NEXT[state][event] ?? null;
}

/**
 * What a payment can wait for without a known limit: the bridge's funds, a gas price near the charged fee, or the
 * screening's answer.
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
  /** Null without a reason, or for a reason stored by an earlier version. */
  readonly reasonCode: ReasonCode | null;
  /** Why the next step is delayed, as a clause; null if it is not. */
  readonly note: string | null;
  readonly noteCode: ReasonCode | null;
  /** How many of its payments reverted. */
  readonly tries: number;
  /** What the gas of its failed payments cost, scaled like every price. */
  readonly burntValue: bigint;
  /** Whether an operator wants it held if its signed payment fails. */
  readonly holdRequested: boolean;
  /** What its payment has lacked since it began to wait; null if neither funds nor gas nor an answer. */
  readonly waitsFor: Want | null;
  /** When its payment was first delayed since the last signature; null if it was not. */
  readonly waitingSince: Date | null;
  readonly failingSince: Date | null;
  readonly retryAt: Date | null;
  readonly settledHash: Hash | null;
  readonly settledAmount: bigint | null;
  /** The time of the payment's block; null if unknown. */
  readonly settledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
