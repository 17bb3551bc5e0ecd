import type { Hash } from 'viem';

/** A payout or a refund in the logs of a vault, found by its recipient. */
export type FoundPayment = {
  /** The id of the transfer. */
  readonly id: Hash;
  readonly chainId: number;
  readonly transactionHash: Hash;
  readonly blockNumber: bigint;
  readonly logIndex: number;
};
