import type { Address, Hash, Hex, TransactionSerializableEIP1559, TransactionSerializableLegacy } from 'viem';
import type { Call, Payment } from '../payments/model/payment.ts';
import type { ChainClient } from './chainClient.ts';
import { contradiction, eachRpc, readHeader, readLastDeepBlock } from './chainClient.ts';
import type { TransactionFees } from './model/gasPrice.ts';
import type { FoundPayment } from './paymentRecords.ts';
import { findPayment, isPaid } from './paymentRecords.ts';

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
  // A legacy signature contains the chain id too (EIP-155), so no other chain accepts it.
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
   * What the sender paid, in addition to gas, for data on the parent chain, in wei. 0 on most chains; null if the
   * providers don't agree on it.
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
 * Finds a transaction in the canonical chain; null if it isn't in a block.
 * @param readBlock reads a block's header; a caller with many transactions reads each header once
 * @throws InconsistentRpc if the RPC's chain lacks the transaction's block
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
 * @returns whether an RPC accepted them. This is only a hint: an answer can get lost, and an RPC can drop a transaction
 * it accepted. Only a receipt changes a payment's state.
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

/** An account's used nonces, by the most cautious reading of all RPCs. */
export type NonceUse = {
  /** At least one RPC reports every lower nonce as used. */
  readonly used: number;
  /** All RPCs report every lower nonce as used by a final transaction. */
  readonly finallyUsed: number;
};

async function readFinalBlock({ chain, reader }: ChainClient): Promise<bigint> {
  const block = await readLastDeepBlock(reader, chain.payoutConfirmations, await reader.getBlockNumber());
  return block > 0n ? block : 0n;
}

/** @throws if an RPC doesn't answer, or has pruned the state of the last final block */
export async function readNonceUse(client: ChainClient, address: Address): Promise<NonceUse> {
  const readings = await Promise.all(
    eachRpc(client).map(async (one) => {
      const blockNumber = await readFinalBlock(one);
      const finallyUsed = await one.reader.getTransactionCount({ address, blockNumber });
      return { used: await readNonce(one, address), finallyUsed };
    }),
  );
  return {
    used: Math.max(...readings.map(({ used }) => used)),
    finallyUsed: Math.min(...readings.map(({ finallyUsed }) => finallyUsed)),
  };
}

/**
 * An account's next nonce according to the RPC that reports the highest: a lying or lagging endpoint must not make a
 * used wallet look new.
 * @throws if no RPC answers
 */
export async function readHighestNonce(client: ChainClient, address: Address): Promise<number> {
  const answers = await Promise.allSettled(eachRpc(client).map((one) => readNonce(one, address)));
  const nonces = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (nonces.length === 0) throw failed?.reason;
  return Math.max(...nonces);
}

/** Whether at least one RPC has one of these transactions in a block. */
export async function isAnyMined(client: ChainClient, hashes: readonly Hash[]): Promise<boolean> {
  const found = await Promise.all(eachRpc(client).flatMap((one) => hashes.map((hash) => findMined(one, hash))));
  return found.some((mined) => mined !== null);
}

/** A payment's state, from all RPCs at the newest block and at the last final block. */
type PaymentFinding =
  /** No RPC has recorded it at either block. */
  | { readonly kind: 'never' }
  | { readonly kind: 'paid'; readonly payment: FoundPayment }
  /** The payment isn't final on every RPC, or its event wasn't found. */
  | { readonly kind: 'unsure' };

export async function lookUpPayment(client: ChainClient, payment: Payment): Promise<PaymentFinding> {
  const answers = await Promise.all(
    eachRpc(client).map(async (one) => {
      const blockNumber = await readFinalBlock(one);
      return [await isPaid(one, payment.id, blockNumber), await isPaid(one, payment.id)];
    }),
  );
  if (!answers.flat().includes(true)) return { kind: 'never' };
  const found = answers.every(([isFinal]) => isFinal) ? await findPayment(client, payment) : null;
  return found ? { kind: 'paid', payment: found } : { kind: 'unsure' };
}
