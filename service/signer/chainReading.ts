import type { Address, Hash } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { askOnce } from '../chain/askOnce.ts';
import { readLastDeepBlock } from '../chain/lastDeepBlock.ts';
import type { Depth } from '../domain/depth.ts';
import type { ProviderSet } from './providers.ts';
import { Unverified } from './providers.ts';

type Block = { readonly number: bigint | null; readonly hash: Hash | null; readonly timestamp: bigint };

/**
 * What one request for a signature reads of a chain. Each question is asked once, and the payments of the request share the
 * answer. Depths, paid ids and the nonce are all of the same head.
 */
export type ChainReading = {
  readonly set: ProviderSet;
  head(): Promise<bigint>;
  /** The newest block that is deep enough; below 0 when none is. */
  lastDeep(depth: Depth): Promise<bigint>;
  /** The newest block that is final by the policy. */
  finalBlock(): Promise<bigint>;
  /** Null when the providers do not have the block. */
  block(blockNumber: bigint): Promise<Block | null>;
  /** The ids of the request that a vault has paid. */
  paidBy(vault: Address): Promise<ReadonlySet<Hash>>;
  /** The next nonce of an account as of a block that is final by the policy. */
  finalNonce(account: Address): Promise<number>;
};

export async function nullIf<T>(errorName: string, read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Error && error.name === errorName) return null;
    throw error;
  }
}

/** @param ids the payments of the request */
export function createChainReading(set: ProviderSet, ids: readonly Hash[]): ChainReading {
  const { chain, reader } = set;
  const heads = askOnce((_: 'head') => reader.getBlockNumber());
  const head = () => heads('head');
  const lastDeep = askOnce(async (depth: Depth) => readLastDeepBlock(reader, depth, await head()));
  const finalBlock = async () => {
    const block = await lastDeep(chain.payoutConfirmations);
    return block > 0n ? block : 0n;
  };
  return {
    ...{ set, head, lastDeep, finalBlock },
    block: askOnce((blockNumber) => nullIf('BlockNotFoundError', reader.getBlock({ blockNumber }))),
    paidBy: askOnce(async (address) => {
      const call = { address, abi: vaultAbi, functionName: 'arePaid', args: [ids] } as const;
      const paid = await reader.readContract({ ...call, blockNumber: await head() });
      if (paid.length === ids.length) return new Set(ids.filter((_id, index) => paid[index]));
      throw new Unverified(`the vault ${address} on ${chain.name} does not answer which payments it has made`);
    }),
    finalNonce: askOnce(async (address) => reader.getTransactionCount({ address, blockNumber: await finalBlock() })),
  };
}
