import type { Address, Hash, Hex } from 'viem';
import type { ChainClient } from './chainClient.ts';
import { contradiction, readHeader } from './chainClient.ts';

export type MinedTransaction = {
  readonly hash: Hash;
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  readonly succeeded: boolean;
  readonly logs: readonly { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }[];
};

/**
 * Finds a transaction in the canonical chain; null where it is in no block.
 * @throws InconsistentRpc where its block is not in the chain that the same RPC shows
 */
export async function findMined(client: ChainClient, hash: Hash): Promise<MinedTransaction | null> {
  const receipt = await client.reader.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return null;
    throw error;
  });
  if (!receipt) return null;
  const { blockNumber, blockHash, status, logs } = receipt;
  const header = await readHeader(client, { blockNumber });
  if (header.hash !== blockHash) throw contradiction(client, 'a receipt from a block that is not in the chain');
  return { hash, blockNumber, blockHash, succeeded: status === 'success', logs };
}

/**
 * Gives signed bytes to every RPC.
 * @returns whether one of them took them. That is a hint only: a lost answer can mean taken, and a taken transaction can be
 * dropped, so nothing but a receipt moves a payment on.
 */
export async function broadcast({ senders }: ChainClient, raw: Hex): Promise<boolean> {
  const answers = await Promise.allSettled(
    senders.map((sender) => sender.sendRawTransaction({ serializedTransaction: raw })),
  );
  return answers.some(({ status }) => status === 'fulfilled');
}

/** The nonce that the chain expected of an account after a block. @throws where the node has forgotten that block's state */
export function readNonceAt({ reader }: ChainClient, address: Address, blockNumber: bigint): Promise<number> {
  return reader.getTransactionCount({ address, blockNumber });
}

/** The nonce that the chain expects of an account next. */
export function readNonce({ reader }: ChainClient, address: Address): Promise<number> {
  return reader.getTransactionCount({ address, blockTag: 'latest' });
}
