import type { Hash, Hex, PublicClient } from 'viem';
import { createPublicClient, fallback, http } from 'viem';
import type { Chain } from '../domain/catalog.ts';
import type { RpcObserver } from './rpcObserver.ts';
import { observeTransport, SILENT_OBSERVER } from './rpcObserver.ts';

/** A chain together with the ways to reach it. */
export type ChainClient = {
  readonly chain: Chain;
  /** Reads from the first RPC that answers. */
  readonly reader: PublicClient;
  /** One client per RPC, for what every one of them should hear. */
  readonly senders: readonly PublicClient[];
  readonly observer: RpcObserver;
};

/** An answer contradicts another or is older than one: nothing may be concluded from it, the next turn asks again. */
export class InconsistentRpc extends Error {
  readonly code = 'INCONSISTENT_RPC';
}

/** Notes that a chain's answers contradict one another. @returns the error to throw */
export function contradiction({ chain, observer }: ChainClient, message: string): InconsistentRpc {
  observer.onContradiction(chain.id);
  return new InconsistentRpc(message);
}

const TIMEOUT_MS = 4000;

type Connection = { readonly chain: Chain; readonly observer: RpcObserver; readonly retryCount: number };

function connect(urls: readonly string[], { chain, observer, retryCount }: Connection): PublicClient {
  const transports = urls.map((url) => {
    // Calls made in the same moment travel in one HTTP request.
    const transport = http(url, { timeout: TIMEOUT_MS, retryCount, batch: { batchSize: 50 } });
    return observeTransport(transport, { chainId: chain.id, rpc: chain.rpcUrls.indexOf(url) + 1, observer });
  });
  const [first] = transports;
  const transport = transports.length === 1 && first ? first : fallback(transports, { retryCount: 0 });
  // viem answers a block number from memory for seconds unless told otherwise.
  return createPublicClient({ transport, cacheTime: 0 });
}

export function createChainClient(chain: Chain, observer: RpcObserver = SILENT_OBSERVER): ChainClient {
  return {
    chain,
    reader: connect(chain.rpcUrls, { chain, observer, retryCount: 1 }),
    senders: chain.rpcUrls.map((url) => connect([url], { chain, observer, retryCount: 0 })),
    observer,
  };
}

/** The same chain by each of its RPCs alone. */
export function eachRpc(client: ChainClient): readonly ChainClient[] {
  return client.senders.map((reader) => ({ ...client, reader, senders: [reader] }));
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
export async function readHeader(client: ChainClient, tag: HeaderTag): Promise<Header> {
  const block = await client.reader.getBlock(tag);
  const { number, hash, timestamp, logsBloom } = block;
  if (number === null || hash === null || logsBloom === null) {
    throw contradiction(client, 'a block without number or hash');
  }
  if ('blockNumber' in tag && tag.blockNumber !== number) throw contradiction(client, 'another block than asked for');
  if ('blockHash' in tag && tag.blockHash !== hash) throw contradiction(client, 'another block than asked for');
  return { number, hash, time: new Date(Number(timestamp) * 1000), logsBloom };
}

export function readHead(client: ChainClient): Promise<Header> {
  return readHeader(client, { blockTag: 'latest' });
}
