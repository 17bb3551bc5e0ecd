import type { Hash } from 'viem';
import { getBlock } from 'viem/actions';
import { depositsOf } from '#shared/events.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import type { ChainFinding, HashEvidence } from '../domain/hashEvidence.ts';
import { weighFindings } from '../domain/hashEvidence.ts';
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

/** What the chains know about a transaction hash, and when. */
export function createHashReads({ receiptOn, isKnownOn }: DepositReads, clientOf: ClientOf, registry: Registry) {
  async function findOn(chain: ChainConfig, hash: Hash): Promise<ChainFinding> {
    const chainName = chain.name;
    try {
      const receipt = await receiptOn(chain.id, hash);
      if (!receipt) return { kind: (await isKnownOn(chain.id, hash)) ? 'pending' : 'unknown', chainName };
      if (receipt.status === 'reverted') return { kind: 'reverted', chainName };
      const where = { chainId: chain.id, contract: chain.depositContract, transactionHash: hash };
      const [deposit] = depositsOf(receipt.logs, where);
      return deposit ? { kind: 'deposit', chainName, deposit } : { kind: 'otherTransaction', chainName };
    } catch {
      return { kind: 'silent', chainName };
    }
  }

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
    /** Looks for a transaction hash on a chain, and on the others where that one does not have it. Never throws. */
    locate: async (hash: Hash, expectedOn: number | null = null): Promise<HashEvidence> => {
      const expected = expectedOn === null ? undefined : chainById(registry, expectedOn);
      const first = expected ? [await findOn(expected, hash)] : [];
      const evidence = weighFindings(first);
      if (evidence.kind === 'found') return evidence;
      const others = registry.chains.filter((chain) => chain.id !== expected?.id);
      return weighFindings([...first, ...(await Promise.all(others.map((chain) => findOn(chain, hash))))]);
    },

    /** When the deposit was mined, in milliseconds by its chain; null if no node tells. */
    depositTime,

    /** The seconds from the block of a deposit to the block of its payout, at least 1; null if no node tells. */
    secondsTaken: async ({ hash, originId, payoutHash, destinationId }: Payout): Promise<number | null> => {
      const [from, to] = await Promise.all([depositTime(originId, hash), blockTime(destinationId, payoutHash)]);
      return from === null || to === null ? null : Math.max(1, Math.round((to - from) / 1000));
    },
  };
}
