import type { Address, Hash } from 'viem';
import type { ChainClient } from './chainClient.ts';
import { eachRpc } from './chainClient.ts';
import { readLastDeepBlock } from './lastDeepBlock.ts';
import type { FoundPayment } from './paymentRecords.ts';
import { findPayment, isPaid } from './paymentRecords.ts';
import { findMined, readNonce } from './transactions.ts';

/** The used nonces of an account, by the most cautious reading of all RPCs. */
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

/** @throws when an RPC does not answer, or has pruned the state of the last final block */
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
 * The next nonce of an account by the RPC that reports the highest: an endpoint that lies or lags must not make a used wallet
 * look new.
 * @throws when no RPC answers
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

/** The state of a payment, from all RPCs at the newest block and at the last final block. */
export type PaymentFinding =
  /** No RPC has recorded it at either block. */
  | { readonly kind: 'never' }
  | { readonly kind: 'paid'; readonly payment: FoundPayment }
  /** The payment is not final on every RPC, or its event was not found. */
  | { readonly kind: 'unsure' };

export async function lookUpPayment(client: ChainClient, id: Hash): Promise<PaymentFinding> {
  const answers = await Promise.all(
    eachRpc(client).map(async (one) => {
      const blockNumber = await readFinalBlock(one);
      return [await isPaid(one, id, blockNumber), await isPaid(one, id)];
    }),
  );
  if (!answers.flat().includes(true)) return { kind: 'never' };
  const payment = answers.every(([isFinal]) => isFinal) ? await findPayment(client, id) : null;
  return payment ? { kind: 'paid', payment } : { kind: 'unsure' };
}
