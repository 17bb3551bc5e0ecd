import type { Hash } from 'viem';
import type { Deposit } from '../domain/deposit.ts';

/** All deposits of a transaction to the bridge's vaults, in the block that has the transaction. */
export type TransactionDeposits = {
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  readonly deposits: readonly Deposit[];
};

type Reading = Promise<TransactionDeposits | null>;

/** Lets readers of one transaction at the same moment share one reading: its receipt can have hundreds of deposits. */
export type SharedReadings = {
  share(transactionHash: Hash, read: () => Reading): Reading;
};

export function createSharedReadings(): SharedReadings {
  const running = new Map<Hash, Reading>();
  return {
    share: (transactionHash, read) => {
      const reading =
        running.get(transactionHash) ??
        read().finally(() => {
          running.delete(transactionHash);
        });
      running.set(transactionHash, reading);
      return reading;
    },
  };
}
