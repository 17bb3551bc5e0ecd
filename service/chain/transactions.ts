import type { Address, Hash, Hex, TransactionSerializableEIP1559, TransactionSerializableLegacy } from 'viem';
import type { TransactionFees } from '../domain/gasPrice.ts';
import type { Call } from '../domain/payment.ts';
import type { ChainClient } from './chainClient.ts';
import { contradiction, readHeader } from './chainClient.ts';

/** A call with nonce, gas limit and fees. */
export type TransactionToSign = {
  readonly chainId: number;
  readonly nonce: number;
  readonly call: Call;
  readonly gasLimit: bigint;
  readonly fees: TransactionFees;
};

/** The form in which every signer signs a transaction. */
export function toSerializable(
  transaction: TransactionToSign,
): TransactionSerializableEIP1559 | TransactionSerializableLegacy {
  const { chainId, nonce, call, gasLimit: gas, fees } = transaction;
  const { to, data, value } = call;
  const common = { chainId, nonce, to, data, value, gas };
  // The chain id is in a legacy signature too (EIP-155), so no other chain takes it.
  if (fees.isLegacy) return { type: 'legacy', ...common, gasPrice: fees.maxFee };
  return { type: 'eip1559', ...common, maxFeePerGas: fees.maxFee, maxPriorityFeePerGas: fees.tip };
}

export type MinedTransaction = {
  readonly hash: Hash;
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  readonly blockTime: Date;
  readonly succeeded: boolean;
  /** What the sender paid for gas, in wei. */
  readonly gasCost: bigint;
  /**
   * What the sender paid beside the gas for the data on the chain below, in wei. 0 on most chains; null when the providers do not
   * agree about it.
   */
  readonly dataCost: bigint | null;
  readonly logs: readonly { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }[];
};

function readDataCost(receipt: object): bigint | null {
  const fee = 'l1Fee' in receipt ? receipt.l1Fee : null;
  if (fee === null || fee === undefined) return 0n;
  return typeof fee === 'string' && /^0x[0-9a-f]{1,64}$/.test(fee) ? BigInt(fee) : null;
}

/**
 * Finds a transaction in the canonical chain; null when it is in no block.
 * @param readBlock reads a block's header; a caller with many transactions reads each header once
 * @throws InconsistentRpc when the RPC does not have the transaction's block in its chain
 */
export async function findMined(
  client: ChainClient,
  hash: Hash,
  readBlock = (blockNumber: bigint) => readHeader(client, { blockNumber }),
): Promise<MinedTransaction | null> {
  const receipt = await client.reader.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return null;
    throw error;
  });
  if (!receipt) return null;
  const { blockNumber, blockHash, status, logs, gasUsed, effectiveGasPrice } = receipt;
  const header = await readBlock(blockNumber);
  if (header.hash !== blockHash) throw contradiction(client, 'a receipt of a block that is not in the chain');
  return {
    ...{ hash, blockNumber, blockHash, blockTime: header.time, succeeded: status === 'success' },
    gasCost: gasUsed * effectiveGasPrice,
    dataCost: readDataCost(receipt),
    logs,
  };
}

/**
 * Sends signed bytes to every RPC.
 * @returns whether an RPC accepted them. This is only a hint: an answer can get lost, and an RPC can drop an accepted
 * transaction. Only a receipt changes the state of a payment.
 */
export async function broadcast({ senders }: ChainClient, raw: Hex): Promise<boolean> {
  const answers = await Promise.allSettled(
    senders.map((sender) => sender.sendRawTransaction({ serializedTransaction: raw })),
  );
  return answers.some(({ status }) => status === 'fulfilled');
}

/** Reads an account's next nonce. */
export function readNonce({ reader }: ChainClient, address: Address): Promise<number> {
  return reader.getTransactionCount({ address, blockTag: 'latest' });
}
