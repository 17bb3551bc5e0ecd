import type { Hash, Hex, PublicClient } from 'viem';
import { createPublicClient, fallback, http } from 'viem';
import type { Chain } from '../domain/catalog.ts';

/** A chain together with the ways to reach it. */
export type ChainClient = {
  readonly chain: Chain;
  /** Reads from the first RPC that answers. */
  readonly reader: PublicClient;
  /** One client per RPC, for what every one of them should hear. */
  readonly senders: readonly PublicClient[];
};

/** An answer contradicts another or is older than one: nothing may be concluded from it, the next turn asks again. */
export class InconsistentRpc extends Error {
  readonly code = 'INCONSISTENT_RPC';
  readonly retriable = true;
}

const TIMEOUT_MS = 4000;

function connect(urls: readonly string[], retryCount: number): PublicClient {
  // Calls made in the same moment travel in one HTTP request.
  const transports = urls.map((url) => http(url, { timeout: TIMEOUT_MS, retryCount, batch: { batchSize: 50 } }));
  const [first] = transports;
  const transport = transports.length === 1 && first ? first : fallback(transports, { retryCount: 0 });
  // viem answers a block number from memory for seconds unless told otherwise.
  return createPublicClient({ transport, cacheTime: 0 });
}

export function createChainClient(chain: Chain): ChainClient {
  return {
    chain,
    reader: connect(chain.rpcUrls, 1),
    senders: chain.rpcUrls.map((url) => connect([url], 0)),
  };
}

/** What of a block's header is read. */
export type Header = {
  readonly number: bigint;
  readonly hash: Hash;
  readonly time: Date;
  readonly logsBloom: Hex;
};

type HeaderTag = { readonly blockNumber: bigint } | { readonly blockHash: Hash } | { readonly blockTag: 'latest' };

/** @throws InconsistentRpc where the answer is not the block that was asked for */
export async function readHeader({ reader }: ChainClient, tag: HeaderTag): Promise<Header> {
  const block = await reader.getBlock(tag);
  const { number, hash, timestamp, logsBloom } = block;
  if (number === null || hash === null || logsBloom === null)
    throw new InconsistentRpc('a block without number or hash');
  if ('blockNumber' in tag && tag.blockNumber !== number) throw new InconsistentRpc('another block than asked for');
  if ('blockHash' in tag && tag.blockHash !== hash) throw new InconsistentRpc('another block than asked for');
  return { number, hash, time: new Date(Number(timestamp) * 1000), logsBloom };
}

export function readHead(client: ChainClient): Promise<Header> {
  return readHeader(client, { blockTag: 'latest' });
}
