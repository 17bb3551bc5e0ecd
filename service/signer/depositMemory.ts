import type { Hash } from 'viem';
import type { TransactionDeposits } from '../chain/sharedReadings.ts';

/**
 * Remembers the deposits of transactions, because the receipt of one transaction can have hundreds of them and each is
 * verified several times. A block's hash fixes its receipts, so a reader uses an entry only after it has found the entry's
 * block hash in the chain again. The signer keeps only what a quorum of its providers agreed on.
 */
export type DepositMemory = {
  recall(transactionHash: Hash): TransactionDeposits | null;
  keep(transactionHash: Hash, found: TransactionDeposits): void;
};

// About 10 MB.
const MAX_DEPOSITS = 10_000;

function sizeOf({ deposits }: TransactionDeposits): number {
  return Math.max(1, deposits.length);
}

export function createDepositMemory(maxDeposits = MAX_DEPOSITS): DepositMemory {
  const entries = new Map<Hash, TransactionDeposits>();
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
  };
}
