// CHAIN. In come RPC endpoints that can lie, hang and differ; out come answers that a quorum gives, pinned to a block.
// `rpc/` has the endpoints and the quorum; beside it are the reads that several slices share. Nothing here decides
// about money.

import type { Address, Hash, Hex, PublicClient, RpcTransactionReceipt, Transport } from 'viem';
import { createPublicClient } from 'viem';
import type { Chain } from '../boot/model/catalog.ts';
import type { Deposit } from '../deposits/model/deposit.ts';
import type { Depth } from './model/depth.ts';
import { lastConfirmedBlock } from './model/depth.ts';
import type { Priority } from './rpc/callQueue.ts';
import type { Provider, ProviderUse } from './rpc/endpoint.ts';
import { createProvider } from './rpc/endpoint.ts';
import type { HeadCache } from './rpc/head.ts';
import { createHeadCache } from './rpc/head.ts';
import { connectQuorum } from './rpc/quorum.ts';
import type { RpcObserver } from './rpc/rpcObserver.ts';
import { SILENT_OBSERVER } from './rpc/rpcObserver.ts';

/**
 * Whether a chain's providers answer a kind of call. Without this memory, each refused call would cost an extra one.
 */
type CallSupport = {
  isExpected(): boolean;
  /** The providers refuse such calls. */
  noteRefusal(): void;
  /** A call failed for another reason. Several failures in a row count as a refusal. */
  noteFailure(): void;
  noteAnswer(): void;
};

const REFUSED_MS = 600_000;
const REFUSED_AFTER_FAILURES = 3;

/** @param now monotonic milliseconds */
export function createCallSupport(now: () => number = () => performance.now()): CallSupport {
  let refusedUntil = Number.NEGATIVE_INFINITY;
  let failures = 0;
  const noteRefusal = () => {
    refusedUntil = now() + REFUSED_MS;
    failures = 0;
  };
  return {
    isExpected: () => now() >= refusedUntil,
    noteRefusal,
    noteFailure: () => {
      failures += 1;
      if (failures >= REFUSED_AFTER_FAILURES) noteRefusal();
    },
    noteAnswer: () => {
      failures = 0;
    },
  };
}

/** The measured gas of a payment of each token, shared by a chain's workers. */
type GasMemory = Map<Address, { readonly gas: bigint; readonly measuredAt: number }>;

export function createGasMemory(): GasMemory {
  return new Map();
}

/** The fields of a block header that the service reads. */
export type Header = {
  readonly number: bigint;
  readonly hash: Hash;
  readonly parentHash: Hash;
  readonly time: Date;
  /** 0 on a chain without a base fee. */
  readonly baseFee: bigint;
  /** Null when the provider reports none. */
  readonly logsBloom: Hex | null;
};

/**
 * Headers that a quorum has agreed on, by hash. A header never changes, so a later reader that knows the hash need not
 * ask again.
 */
type HeaderMemory = {
  note(header: Header): void;
  get(hash: Hash): Header | undefined;
};

// More than the reorg window and one rescan range together, at about 1 kB each.
const MAX_HEADERS = 512;

export function createHeaderMemory(): HeaderMemory {
  const headers = new Map<Hash, Header>();
  return {
    note: (header) => {
      headers.set(header.hash, header);
      const [oldest] = headers.keys();
      if (headers.size > MAX_HEADERS && oldest !== undefined) headers.delete(oldest);
    },
    get: (hash) => headers.get(hash),
  };
}

/**
 * Reads the newest block that is deep enough; negative if there is none.
 * @param head the newest block of all; a tagged block is never newer
 * @throws NoQuorum if too few providers know the tag
 */
export async function readLastDeepBlock(reader: PublicClient, depth: Depth, head: bigint): Promise<bigint> {
  if (typeof depth === 'number') return lastConfirmedBlock(depth, head);
  const { number } = await reader.getBlock({ blockTag: depth });
  return number < head ? number : head;
}

/** All of a transaction's deposits to the bridge's vaults, and the block that contains it. */
export type TransactionDeposits = {
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  readonly deposits: readonly Deposit[];
};

type Reading = Promise<TransactionDeposits | null>;

/** Lets concurrent readers of a transaction share one read: its receipt can have hundreds of deposits. */
export type SharedReadings = {
  share(transactionHash: Hash, read: () => Reading): Reading;
};

export function createSharedReadings(): SharedReadings {
  const running = new Map<Hash, Reading>();
  return {
    share: (transactionHash, read) => {
      const reading =
        running.get(transactionHash) ??
        read().finally(() => {
          running.delete(transactionHash);
        });
      running.set(transactionHash, reading);
      return reading;
    },
  };
}

/** The receipts of the blocks that one stage of a transfer has just read. */
type BlockMemory = {
  /**
   * Answers again what was read about the same block a moment ago. A block's hash fixes its receipts, but the caller has to
   * know that the block is still in the chain.
   */
  read(blockHash: Hash, read: () => Promise<BlockReceipts>): Promise<BlockReceipts>;
  forget(blockHash: Hash): void;
};

/** By transaction. */
export type BlockReceipts = ReadonlyMap<Hash, RpcTransactionReceipt>;

// Shorter than the first delay of a transfer, so that its next try asks again.
const BLOCK_KEPT_MS = 4000;
// Anyone can fill blocks.
const MAX_BLOCKS_KEPT = 4;
const MAX_CHARACTERS_KEPT = 2_000_000;
// Of a log without its data.
const LOG_CHARACTERS = 700;

function sizeOf(receipts: BlockReceipts): number {
  const logs = [...receipts.values()].flatMap((receipt) => receipt.logs);
  return logs.reduce((sum, { data }) => sum + LOG_CHARACTERS + data.length, 0);
}

export function createBlockMemory(): BlockMemory {
  const kept = new Map<Hash, { readonly reading: Promise<BlockReceipts>; readonly timer: NodeJS.Timeout }>();
  const forget = (blockHash: Hash) => {
    clearTimeout(kept.get(blockHash)?.timer);
    kept.delete(blockHash);
  };
  return {
    forget,
    read: (blockHash, read) => {
      const known = kept.get(blockHash);
      if (known) return known.reading;
      const reading = read();
      kept.set(blockHash, { reading, timer: setTimeout(forget, BLOCK_KEPT_MS, blockHash).unref() });
      const forgetThis = () => {
        if (kept.get(blockHash)?.reading === reading) forget(blockHash);
      };
      reading.then((receipts) => {
        if (sizeOf(receipts) > MAX_CHARACTERS_KEPT) forgetThis();
      }, forgetThis);
      const [oldest] = kept.keys();
      if (kept.size > MAX_BLOCKS_KEPT && oldest !== undefined) forget(oldest);
      return reading;
    },
  };
}

/** A chain and its RPC clients. */
export type ChainClient = {
  readonly chain: Chain;
  /** Reads what a quorum of the chain's providers agrees on. */
  readonly reader: PublicClient;
  /** One client per RPC, for transactions that every RPC must receive. */
  readonly senders: readonly PublicClient[];
  /** Shared by all clients of the chain, in the order of `rpcUrls`. */
  readonly providers: readonly Provider[];
  readonly observer: RpcObserver;
  /** The receipt reads in progress. */
  readonly readings: SharedReadings;
  /** Each stage of a transfer reads receipts independently, so each has its own client. */
  readonly blocks: BlockMemory;
  /** The newest block, shared by the chain's workers. */
  readonly heads: HeadCache;
  /** The headers that the watcher has read, shared by the chain's workers. */
  readonly headers: HeaderMemory;
  /** For `eth_getBlockReceipts`. */
  readonly blockReceipts: CallSupport;
  /** For calls that read many values without a contract on the chain. */
  readonly codeCalls: CallSupport;
  readonly gas: GasMemory;
};

/** Thrown when an RPC's answer contradicts another or is older. The caller discards it and asks again next turn. */
export class InconsistentRpc extends Error {
  readonly code = 'INCONSISTENT_RPC';
}

/** Reports contradicting answers to the observer. @returns the error to throw */
export function contradiction({ chain, observer }: ChainClient, message: string): InconsistentRpc {
  observer.onContradiction(chain.id);
  return new InconsistentRpc(message);
}

const TIMEOUT_MS = 4000;
// How long a worker's call waits for a provider that limits calls. After that, another provider or the next turn is
// better.
const MAX_WAIT_MS = 15_000;

/** For all of a chain's endpoints together, when a user waits. */
const REQUEST_TIMEOUT_MS = 4000;
const REQUEST_MAX_WAIT_MS = 500;
// Depths and balances may be read at a slightly older head. The watcher always asks, so others rarely have to.
const HEAD_MAX_AGE_POLLS = 1.5;

/** What a chain's clients remember together. */
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
    blocks: createBlockMemory(),
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

/** Returns a client of the same providers for another kind of call, or another stage of a transfer. */
export function withPriority(client: ChainClient, priority: Priority): ChainClient {
  const { chain, observer, providers, heads, headers, blockReceipts, codeCalls, gas } = client;
  const use = workerUse(chain, priority);
  return createClient({
    ...{ chain, observer, providers, heads, headers, blockReceipts, codeCalls, gas },
    ...{ use, quorum: chain.quorum },
  });
}

/**
 * Creates a client for API requests, which no payment depends on. It takes the first answer and asks each endpoint
 * once, so that a build is answered before its deadline even when endpoints hang.
 * @param providers the ones the workers of this process use, because their rate limits count all calls
 */
export function createRequestClient(
  chain: Chain,
  observer: RpcObserver = SILENT_OBSERVER,
  providers: readonly Provider[] = createProviders(chain, observer),
): ChainClient {
  const timeoutMs = REQUEST_TIMEOUT_MS / chain.rpcUrls.length;
  const maxWaitMs = REQUEST_MAX_WAIT_MS / chain.rpcUrls.length;
  // A request that asks for the newest block must see an approval in it.
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
    blocks: createBlockMemory(),
    // What one RPC says about a block must not count for the others.
    headers: createHeaderMemory(),
  }));
}

type HeaderTag = { readonly blockNumber: bigint } | { readonly blockHash: Hash } | { readonly blockTag: 'latest' };

/** @throws InconsistentRpc if the answer is a different block from the requested one */
export async function readHeader(client: ChainClient, tag: HeaderTag): Promise<Header> {
  const block = await client.reader.getBlock(tag);
  const { number, hash, parentHash, timestamp, baseFeePerGas, logsBloom } = block;
  if (number === null || hash === null) throw contradiction(client, 'a block without number or hash');
  if ('blockNumber' in tag && tag.blockNumber !== number)
    throw contradiction(client, 'a different block from the requested one');
  if ('blockHash' in tag && tag.blockHash !== hash)
    throw contradiction(client, 'a different block from the requested one');
  return {
    ...{ number, hash, parentHash, logsBloom: logsBloom ?? null },
    time: new Date(Number(timestamp) * 1000),
    baseFee: baseFeePerGas ?? 0n,
  };
}

export function readHead(client: ChainClient): Promise<Header> {
  return readHeader(client, { blockTag: 'latest' });
}
