import type { Hash } from 'viem';
import { getBlock } from 'viem/actions';
import { depositsOf } from '#shared/events.ts';
import type { Registry } from '../domain/registry.ts';
import { chainById } from '../domain/registry.ts';
import type { ClientOf } from './chainClients.ts';
import type { DepositReads } from './depositReads.ts';

type Payout = {
  readonly hash: Hash;
  readonly originId: number;
  readonly payoutHash: Hash;
  readonly destinationId: number;
};

/** When the chains mined a transfer. */
export function createHashReads(
  { receiptOn }: Pick<DepositReads, 'receiptOn'>,
  clientOf: ClientOf,
  registry: Registry,
) {
  /** Null if no node tells. */
  async function depositTime(chainId: number, hash: Hash): Promise<number | null> {
    const contract = chainById(registry, chainId)?.depositContract;
    const receipt = await receiptOn(chainId, hash).catch(() => null);
    const [deposit] = receipt && contract ? depositsOf(receipt.logs, { chainId, contract, transactionHash: hash }) : [];
    return deposit ? Number(deposit.timestamp) * 1000 : null;
  }

  async function blockTime(chainId: number, hash: Hash): Promise<number | null> {
    const receipt = await receiptOn(chainId, hash).catch(() => null);
    if (!receipt) return null;
    const block = await getBlock(clientOf(chainId), { blockNumber: receipt.blockNumber }).catch(() => null);
    return block ? Number(block.timestamp) * 1000 : null;
  }

  return {
    /** When the deposit was mined, in milliseconds by its chain; null if no node tells. */
    depositTime,

    /** The seconds from the block of a deposit to the block of its payout, at least 1; null if no node tells. */
    secondsTaken: async ({ hash, originId, payoutHash, destinationId }: Payout): Promise<number | null> => {
      const [from, to] = await Promise.all([depositTime(originId, hash), blockTime(destinationId, payoutHash)]);
      return from === null || to === null ? null : Math.max(1, Math.round((to - from) / 1000));
    },
  };
}
