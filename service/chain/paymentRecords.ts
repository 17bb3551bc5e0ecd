import type { Address, Hash, Hex } from 'viem';
import { decodeEventLog, toEventSelector } from 'viem';
import { paidEvent, payoutAbi } from '#shared/abi/payoutAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import type { Payment } from '../domain/payment.ts';
import type { ChainClient } from './chainClient.ts';

/** Reads whether the maker has paid an id, by default as of the newest block. */
export async function isPaid({ chain, reader }: ChainClient, id: Hash, blockNumber?: bigint): Promise<boolean> {
  return reader.readContract({
    address: chain.payoutContract,
    abi: payoutAbi,
    functionName: 'isPaid',
    args: [chain.maker, id],
    ...(blockNumber !== undefined && { blockNumber }),
  });
}

type Log = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex };

const PAID_TOPIC = toEventSelector(paidEvent);

/** Whether the logs contain the payout contract's event of exactly this payment by the maker. */
export function provesPayment({ chain }: ChainClient, payment: Payment, logs: readonly Log[]): boolean {
  return logs.some(({ address, topics, data }) => {
    const [topic, ...indexed] = topics;
    if (!isSameAddress(address, chain.payoutContract) || topic !== PAID_TOPIC) return false;
    const { args } = decodeEventLog({ abi: payoutAbi, eventName: 'Paid', topics: [topic, ...indexed], data });
    return (
      isSameAddress(args.payer, chain.maker) &&
      args.id === payment.id &&
      isSameAddress(args.token, payment.token) &&
      isSameAddress(args.to, payment.to) &&
      args.amount === payment.amount
    );
  });
}

/** A payment found in the chain's logs. */
export type FoundPayment = {
  readonly transactionHash: Hash;
  readonly blockNumber: bigint;
  readonly token: Address;
  readonly to: Address;
  readonly amount: bigint;
};

/** Searches for the maker's payment of an id, from the newest block back to the start block. */
export async function findPayment({ chain, reader }: ChainClient, id: Hash): Promise<FoundPayment | null> {
  const step = BigInt(chain.blockRange);
  for (let to = await reader.getBlockNumber(); to >= chain.startBlock; to -= step) {
    const from = to - step + 1n > chain.startBlock ? to - step + 1n : chain.startBlock;
    const [log] = await reader.getLogs({
      address: chain.payoutContract,
      event: paidEvent,
      args: { payer: chain.maker, id },
      fromBlock: from,
      toBlock: to,
      strict: true,
    });
    if (log) {
      const { transactionHash, blockNumber, args } = log;
      return { transactionHash, blockNumber, token: args.token, to: args.to, amount: args.amount };
    }
  }
  return null;
}
