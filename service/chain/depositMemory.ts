import type { Hash } from 'viem';
import type { Deposit } from '../domain/deposit.ts';

/** All deposits of a transaction to the bridge's vaults, in the block that has the transaction. */
export type TransactionDeposits = {
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  readonly deposits: readonly Deposit[];
};

/**
 * Remembers the deposits of transactions, because the receipt of one transaction can have hundreds of them and each is
 * verified several times. A block's hash fixes its receipts, so a reader uses an entry only after it has found the entry's
 * block hash in the chain again. Each quorum of providers has its own memory.
 */
export type DepositMemory = {
  recall(transactionHash: Hash): TransactionDeposits | null;
  keep(transactionHash: Hash, found: TransactionDeposits): void;
  /** Lets readers of one transaction at the same moment share one reading. */
  share(transactionHash: Hash, read: () => Promise<TransactionDeposits | null>): Promise<TransactionDeposits | null>;
};

// About 10 MB.
const MAX_DEPOSITS = 10_000;

function sizeOf({ deposits }: TransactionDeposits): number {
  return Math.max(1, deposits.length);
}

export function createDepositMemory(maxDeposits = MAX_DEPOSITS): DepositMemory {
  const entries = new Map<Hash, TransactionDeposits>();
  const running = new Map<Hash, Promise<TransactionDeposits | null>>();
  let size = 0;

  const drop = (transactionHash: Hash) => {
    const entry = entries.get(transactionHash);
    if (!entry) return;
    size -= sizeOf(entry);
    entries.delete(transactionHash);
  };

  return {
    recall: (transactionHash) => entries.get(transactionHash) ?? null,
    keep: (transactionHash, found) => {
      drop(transactionHash);
      entries.set(transactionHash, found);
      size += sizeOf(found);
      for (const oldest of entries.keys()) {
        if (size <= maxDeposits) break;
        drop(oldest);
      }
    },
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
