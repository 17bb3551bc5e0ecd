import type { Hash, PublicClient, Transport } from 'viem';
import { createPublicClient } from 'viem';
import type { Chain } from '../domain/catalog.ts';
import type { Priority } from './callQueue.ts';
import type { CallSupport } from './callSupport.ts';
import { createCallSupport } from './callSupport.ts';
import type { GasMemory } from './gasMemory.ts';
import { createGasMemory } from './gasMemory.ts';
import type { Header } from './header.ts';
import type { HeaderMemory } from './headerMemory.ts';
import { createHeaderMemory } from './headerMemory.ts';
import type { Provider, ProviderUse } from './provider.ts';
import { createProvider } from './provider.ts';
import { connectQuorum } from './quorum/connectQuorum.ts';
import type { HeadCache } from './quorum/headCache.ts';
import { createHeadCache } from './quorum/headCache.ts';
import type { RpcObserver } from './rpcObserver.ts';
import { SILENT_OBSERVER } from './rpcObserver.ts';
import type { SharedReadings } from './sharedReadings.ts';
import { createSharedReadings } from './sharedReadings.ts';

/** A chain with the clients of its RPCs. */
export type ChainClient = {
  readonly chain: Chain;
  /** Reads what a quorum of the chain's providers agrees on. */
  readonly reader: PublicClient;
  /** One client for each RPC, for transactions that every RPC must receive. */
  readonly senders: readonly PublicClient[];
  /** All clients of a chain share them, in the order of `rpcUrls`. */
  readonly providers: readonly Provider[];
  readonly observer: RpcObserver;
  /** The readings of receipts that run now. */
  readonly readings: SharedReadings;
  /** The newest block, for all workers of the chain. */
  readonly heads: HeadCache;
  /** The headers that the watcher has read, for all workers of the chain. */
  readonly headers: HeaderMemory;
  /** For `eth_getBlockReceipts`. */
  readonly blockReceipts: CallSupport;
  /** For calls that read many values without a contract on the chain. */
  readonly codeCalls: CallSupport;
  readonly gas: GasMemory;
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
// A worker's call waits this long for a provider that limits the calls. Then another provider, or the next turn, is better.
const MAX_WAIT_MS = 15_000;

/** All endpoints of a chain together, for a client whose user waits. */
const REQUEST_TIMEOUT_MS = 4000;
const REQUEST_MAX_WAIT_MS = 500;
// Depths and balances may be read at a head that is a little older. The watcher always asks, so the others rarely have to.
const HEAD_MAX_AGE_POLLS = 1.5;

/** What the clients of a chain remember together. */
type Memory = Pick<ChainClient, 'heads' | 'headers' | 'blockReceipts' | 'codeCalls' | 'gas'>;

type ClientOptions = Pick<ChainClient, 'chain' | 'observer' | 'providers' | keyof Memory> & {
  readonly use: ProviderUse;
  /** How many providers must give the same answer. */
  readonly quorum: number;
};

function connect(transport: Transport): PublicClient {
  // By default viem caches the block number for seconds.
  return createPublicClient({ transport, cacheTime: 0 });
}

function createClient(options: ClientOptions): ChainClient {
  const { chain, observer, providers, heads, headers, blockReceipts, codeCalls, gas, use } = options;
  return {
    chain,
    reader: connect(connectQuorum(options)),
    senders: providers.map((provider) => connect(provider.transport({ ...use, retryCount: 0 }))),
    providers,
    observer,
    readings: createSharedReadings(),
    heads,
    headers,
    blockReceipts,
    codeCalls,
    gas,
  };
}

function createProviders({ id: chainId, name: chainName, rpcUrls }: Chain, observer: RpcObserver): readonly Provider[] {
  return rpcUrls.map((url, index) => createProvider({ chainId, chainName, url, rpc: index + 1 }, observer));
}

function workerUse({ pollIntervalMs }: Chain, priority: Priority): ProviderUse {
  const headMaxAgeMs = priority === 'watch' ? 0 : pollIntervalMs * HEAD_MAX_AGE_POLLS;
  return { priority, timeoutMs: TIMEOUT_MS, retryCount: 1, maxWaitMs: MAX_WAIT_MS, headMaxAgeMs };
}

function createMemory(): Memory {
  return {
    heads: createHeadCache(),
    headers: createHeaderMemory(),
    blockReceipts: createCallSupport(),
    codeCalls: createCallSupport(),
    gas: createGasMemory(),
  };
}

export function createChainClient(chain: Chain, observer: RpcObserver = SILENT_OBSERVER): ChainClient {
  const providers = createProviders(chain, observer);
  const memory = createMemory();
  return createClient({
    chain,
    observer,
    providers,
    ...memory,
    use: workerUse(chain, 'payment'),
    quorum: chain.quorum,
  });
}

/** Returns a client of the same providers for calls of another kind. */
export function withPriority(client: ChainClient, priority: Priority): ChainClient {
  const { chain, observer, providers, heads, headers, blockReceipts, codeCalls, gas } = client;
  const use = workerUse(chain, priority);
  return createClient({
    ...{ chain, observer, providers, heads, headers, blockReceipts, codeCalls, gas },
    ...{ use, quorum: chain.quorum },
  });
}

/**
 * Makes a client for API requests, on which no payment depends. It takes the first answer and asks each endpoint once, so that
 * a build is answered before its deadline when endpoints hang.
 * @param providers those of the workers in the same process, because one rate limit counts the calls of both
 */
export function createRequestClient(
  chain: Chain,
  observer: RpcObserver = SILENT_OBSERVER,
  providers: readonly Provider[] = createProviders(chain, observer),
): ChainClient {
  const timeoutMs = REQUEST_TIMEOUT_MS / chain.rpcUrls.length;
  const maxWaitMs = REQUEST_MAX_WAIT_MS / chain.rpcUrls.length;
  // A request that asks for the newest block must know of an approval in it.
  const use = { ...workerUse(chain, 'request'), timeoutMs, retryCount: 0, maxWaitMs, headMaxAgeMs: 0 };
  const memory = createMemory();
  return createClient({ chain, observer, providers, ...memory, use, quorum: 1 });
}

/** Returns a client for each RPC alone. */
export function eachRpc(client: ChainClient): readonly ChainClient[] {
  return client.senders.map((reader, index) => ({
    ...client,
    reader,
    senders: [reader],
    providers: client.providers.slice(index, index + 1),
    readings: createSharedReadings(),
    // What one RPC says of a block must not count for the others.
    headers: createHeaderMemory(),
  }));
}

type HeaderTag = { readonly blockNumber: bigint } | { readonly blockHash: Hash } | { readonly blockTag: 'latest' };

/** @throws InconsistentRpc when the answer is another block than the requested one */
export async function readHeader(client: ChainClient, tag: HeaderTag): Promise<Header> {
  const block = await client.reader.getBlock(tag);
  const { number, hash, parentHash, timestamp, baseFeePerGas, logsBloom } = block;
  if (number === null || hash === null) throw contradiction(client, 'a block without number or hash');
  if ('blockNumber' in tag && tag.blockNumber !== number)
    throw contradiction(client, 'another block than the requested one');
  if ('blockHash' in tag && tag.blockHash !== hash) throw contradiction(client, 'another block than the requested one');
  return {
    ...{ number, hash, parentHash, logsBloom: logsBloom ?? null },
    time: new Date(Number(timestamp) * 1000),
    baseFee: baseFeePerGas ?? 0n,
  };
}

export function readHead(client: ChainClient): Promise<Header> {
  return readHeader(client, { blockTag: 'latest' });
}
