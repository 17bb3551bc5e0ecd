import type { Hash } from 'viem';
import { getBlockNumber, getLogs, readContract } from 'viem/actions';
import { paidEvent, payoutAbi } from '#shared/abi/payoutAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import type { Wagmi } from '../wallet/createWagmi.ts';

const LOG_RANGE = 2_000n;

/** What a chain's payout contract says of a transfer. Throws viem's errors where a node gives no answer. */
export function createPaymentReads(wagmi: Wagmi) {
  async function isPaid(chain: ChainConfig, id: Hash): Promise<boolean> {
    const client = wagmi.getClient({ chainId: chain.id });
    const { payoutContract: address, makers } = chain;
    const answers = await Promise.all(
      makers.map((payer) =>
        readContract(client, { address, abi: payoutAbi, functionName: 'isPaid', args: [payer, id] }),
      ),
    );
    return answers.includes(true);
  }

  return {
    heightOf: (chainId: number): Promise<bigint> => getBlockNumber(wagmi.getClient({ chainId }), { cacheTime: 0 }),

    /** The transaction in which a pinned payer paid a transfer; its logs are searched only once the contract says that it did. */
    findPayment: async (chain: ChainConfig, id: Hash, fromBlock: bigint): Promise<Hash | null> => {
      if (!(await isPaid(chain, id))) return null;
      const client = wagmi.getClient({ chainId: chain.id });
      const head = await getBlockNumber(client, { cacheTime: 0 });
      for (let from = fromBlock; from <= head; from += LOG_RANGE) {
        const to = from + LOG_RANGE - 1n;
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
