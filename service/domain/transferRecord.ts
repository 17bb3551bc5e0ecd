import type { Address, Hash } from 'viem';
import type { ReasonCode } from '#shared/wire/reasons.ts';
import type { TransferState } from './transferState.ts';

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
