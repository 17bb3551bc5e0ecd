import type { Hash, Hex, PublicClient } from 'viem';
import { createPublicClient, fallback } from 'viem';
import type { Chain } from '../domain/catalog.ts';
import type { ProviderLimits } from './providerTransport.ts';
import { createProviderTransport } from './providerTransport.ts';
import type { RpcObserver } from './rpcObserver.ts';
import { SILENT_OBSERVER } from './rpcObserver.ts';

/** A chain with the clients of its RPCs. */
export type ChainClient = {
  readonly chain: Chain;
  /** Reads from the first RPC that answers. */
  readonly reader: PublicClient;
  /** One client for each RPC, for transactions that every RPC must receive. */
  readonly senders: readonly PublicClient[];
  readonly observer: RpcObserver;
};

/** Thrown when an RPC's answer contradicts another one or is older. The caller discards it and asks again in its next turn. */
export class InconsistentRpc extends Error {
  readonly code = 'INCONSISTENT_RPC';
}

/** Reports contradicting answers to the observer. @returns the error to throw */
export function contradiction({ chain, observer }: ChainClient, message: string): InconsistentRpc {
  observer.onContradiction(chain.id);
  return new InconsistentRpc(message);
}

const TIMEOUT_MS = 4000;

/** All endpoints of a chain together, for a client whose user waits. */
const REQUEST_TIMEOUT_MS = 4000;

type Connection = { readonly chain: Chain; readonly observer: RpcObserver; readonly limits: ProviderLimits };

function connect(urls: readonly string[], { chain, observer, limits }: Connection): PublicClient {
  const transports = urls.map((url) =>
    createProviderTransport({ chainId: chain.id, url, rpc: chain.rpcUrls.indexOf(url) + 1 }, limits, observer),
  );
  const [first] = transports;
  const transport = transports.length === 1 && first ? first : fallback(transports, { retryCount: 0 });
  // By default viem caches the block number for seconds.
  return createPublicClient({ transport, cacheTime: 0 });
}

export function createChainClient(
  chain: Chain,
  observer: RpcObserver = SILENT_OBSERVER,
  limits: ProviderLimits = { retryCount: 1, timeoutMs: TIMEOUT_MS },
): ChainClient {
  return {
    chain,
    reader: connect(chain.rpcUrls, { chain, observer, limits }),
    senders: chain.rpcUrls.map((url) =>
      connect([url], { chain, observer, limits: { retryCount: 0, timeoutMs: TIMEOUT_MS } }),
    ),
    observer,
  };
}

/**
 * Makes a client for API requests. It asks each endpoint once, so that a build is answered before its deadline when endpoints
 * hang.
 */
export function createRequestClient(chain: Chain, observer: RpcObserver = SILENT_OBSERVER): ChainClient {
  return createChainClient(chain, observer, {
    retryCount: 0,
    timeoutMs: REQUEST_TIMEOUT_MS / chain.rpcUrls.length,
  });
}

/** Returns a client for each RPC alone. */
export function eachRpc(client: ChainClient): readonly ChainClient[] {
  return client.senders.map((reader) => ({ ...client, reader, senders: [reader] }));
}

/** The fields of a block header that the service reads. */
export type Header = {
  readonly number: bigint;
  readonly hash: Hash;
  readonly time: Date;
  readonly logsBloom: Hex;
};

type HeaderTag = { readonly blockNumber: bigint } | { readonly blockHash: Hash } | { readonly blockTag: 'latest' };

/** @throws InconsistentRpc when the answer is another block than the requested one */
export async function readHeader(client: ChainClient, tag: HeaderTag): Promise<Header> {
  const block = await client.reader.getBlock(tag);
  const { number, hash, timestamp, logsBloom } = block;
  if (number === null || hash === null || logsBloom === null) {
    throw contradiction(client, 'a block without number or hash');
  }
  if ('blockNumber' in tag && tag.blockNumber !== number)
    throw contradiction(client, 'another block than the requested one');
  if ('blockHash' in tag && tag.blockHash !== hash) throw contradiction(client, 'another block than the requested one');
  return { number, hash, time: new Date(Number(timestamp) * 1000), logsBloom };
}

export function readHead(client: ChainClient): Promise<Header> {
  return readHeader(client, { blockTag: 'latest' });
}
