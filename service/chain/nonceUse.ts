import type { Hash } from 'viem';
import type { ChainClient } from './chainClient.ts';
import { eachRpc } from './chainClient.ts';
import type { FoundPayment } from './payments.ts';
import { findPayment, isPaid } from './payments.ts';
import { findMined, readNonce } from './transactions.ts';

/** What the chain has used of the maker's nonces, by the most careful reading of every RPC. */
export type NonceUse = {
  /** Below this, some RPC says, a nonce is used. */
  readonly used: number;
  /** Below this, every RPC says, a nonce is used by a transaction that is final. */
  readonly usedForGood: number;
};

async function readFinalBlock({ chain, reader }: ChainClient): Promise<bigint> {
  const block = (await reader.getBlockNumber()) - BigInt(chain.payoutConfirmations) + 1n;
  return block > 0n ? block : 0n;
}

/** @throws where one of the RPCs does not answer, or has forgotten the state at which transactions are final */
export async function readNonceUse(client: ChainClient): Promise<NonceUse> {
  const { maker } = client.chain;
  const readings = await Promise.all(
    eachRpc(client).map(async (one) => {
      const blockNumber = await readFinalBlock(one);
      const usedForGood = await one.reader.getTransactionCount({ address: maker, blockNumber });
      return { used: await readNonce(one, maker), usedForGood };
    }),
  );
  return {
    used: Math.max(...readings.map(({ used }) => used)),
    usedForGood: Math.min(...readings.map(({ usedForGood }) => usedForGood)),
  };
}

/** Whether some RPC has one of these transactions in a block. */
export async function isAnyMined(client: ChainClient, hashes: readonly Hash[]): Promise<boolean> {
  const found = await Promise.all(eachRpc(client).flatMap((one) => hashes.map((hash) => findMined(one, hash))));
  return found.some((mined) => mined !== null);
}

/** Whether an id is paid, as every RPC has it now and at the depth at which transactions are final. */
export type PaymentJudgement =
  /** No RPC has it on record, at neither. */
  | { readonly kind: 'never' }
  | { readonly kind: 'paid'; readonly payment: FoundPayment }
  /** A payment is not final yet, or not every RPC has it, or its event is not found. */
  | { readonly kind: 'unsure' };

export async function judgePayment(client: ChainClient, id: Hash): Promise<PaymentJudgement> {
  const answers = await Promise.all(
    eachRpc(client).map(async (one) => {
      const blockNumber = await readFinalBlock(one);
      return [await isPaid(one, id, blockNumber), await isPaid(one, id)];
    }),
  );
  if (!answers.flat().includes(true)) return { kind: 'never' };
  const payment = answers.every(([forGood]) => forGood) ? await findPayment(client, id) : null;
  return payment ? { kind: 'paid', payment } : { kind: 'unsure' };
}
