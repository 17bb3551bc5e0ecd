import type { Hash, Transaction, TransactionReceipt } from 'viem';
import { TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem';
import { getTransaction, getTransactionReceipt } from 'viem/actions';
import type { ChainClient } from './chainClients.ts';

/** Wallets and nodes may write a hash in capitals. */
function requireSame(answered: Hash | null, asked: Hash): void {
  if (answered === null || answered.toLowerCase() === asked.toLowerCase()) return;
  throw new Error('the endpoint answered with another transaction');
}

/**
 * The receipt of a transaction; null while the node has none.
 * @throws viem's error if no node answers, and an error for another transaction's receipt or one without a block
 */
export async function receiptAt(client: ChainClient, hash: Hash): Promise<TransactionReceipt | null> {
  const receipt = await getTransactionReceipt(client, { hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  });
  requireSame(receipt?.transactionHash ?? null, hash);
  // viem's types promise these values, but a broken endpoint can omit them.
  const needed: readonly unknown[] = receipt ? [receipt.blockNumber, receipt.blockHash, receipt.gasUsed] : [];
  if (needed.includes(null) || needed.includes(undefined)) throw new Error('the endpoint answered without a block');
  return receipt;
}

/** A pending or mined transaction; null if the node does not know it. */
export async function transactionAt(client: ChainClient, hash: Hash): Promise<Transaction | null> {
  const transaction = await getTransaction(client, { hash }).catch((error: unknown) => {
    if (error instanceof TransactionNotFoundError) return null;
    throw error;
  });
  requireSame(transaction?.hash ?? null, hash);
  return transaction;
}
