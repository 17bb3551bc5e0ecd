import type { Hash } from 'viem';
import { getBlockNumber, getLogs, readContract } from 'viem/actions';
import { paidEvent, payoutAbi } from '#shared/abi/payoutAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import type { ClientOf } from './chainClients.ts';

// Many RPC endpoints refuse larger ranges.
const LOG_RANGE_BLOCKS = 2_000n;

/** Payments in the payout contract of a chain. Throws viem's errors when no node answers. */
export function createPaymentReads(clientOf: ClientOf) {
  async function isPaid(chain: ChainConfig, id: Hash): Promise<boolean> {
    const { payoutContract: address, makers } = chain;
    const answers = await Promise.all(
      makers.map((payer) =>
        readContract(clientOf(chain.id), { address, abi: payoutAbi, functionName: 'isPaid', args: [payer, id] }),
      ),
    );
    return answers.includes(true);
  }

  return {
    heightOf: (chainId: number): Promise<bigint> => getBlockNumber(clientOf(chainId), { cacheTime: 0 }),

    /** The transaction in which a pinned payer paid a transfer. Searches the logs only if the contract says it was paid. */
    findPayment: async (chain: ChainConfig, id: Hash, fromBlock: bigint): Promise<Hash | null> => {
      if (!(await isPaid(chain, id))) return null;
      const client = clientOf(chain.id);
      const head = await getBlockNumber(client, { cacheTime: 0 });
      for (let from = fromBlock; from <= head; from += LOG_RANGE_BLOCKS) {
        const to = from + LOG_RANGE_BLOCKS - 1n;
        const logs = await getLogs(client, {
          address: chain.payoutContract,
          event: paidEvent,
          args: { id },
          fromBlock: from,
          toBlock: to < head ? to : head,
          strict: true,
        });
        const payment = logs.find(({ args }) => chain.makers.some((maker) => isSameAddress(maker, args.payer)));
        if (payment) return payment.transactionHash;
      }
      return null;
    },
  };
}

export type PaymentReads = ReturnType<typeof createPaymentReads>;
