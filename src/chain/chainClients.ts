// Chain reads that several slices share: one client per chain (this file), balances, transactions, an account's deposits
// (historyReads.ts) and a vault's payments (paymentReads.ts). readRanges.ts searches logs within an endpoint's limits, and
// chainErrors.ts explains an endpoint's errors. The slice that asks decides what a read proves.

import type { Chain, Client, Transport } from 'viem';
import { createClient, defineChain, fallback, http } from 'viem';
import type { ChainConfig, RuntimeConfig } from '#shared/config/runtimeConfig.ts';

const RPC_TIMEOUT_MS = 10_000;
const MIN_POLLING_INTERVAL_MS = 500;

export type ChainClient = Client<Transport, Chain>;

/** The client of a configured chain. @throws for a chain that the configuration does not name */
export type ClientOf = (chainId: number) => ChainClient;

function toViemChain(chain: ChainConfig): Chain {
  return defineChain({
    id: chain.id,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: { http: chain.rpcUrls } },
    blockTime: chain.blockTimeMs,
    ...(chain.explorerUrl ? { blockExplorers: { default: { name: 'Explorer', url: chain.explorerUrl } } } : {}),
  });
}

function createChainClient(chain: ChainConfig): ChainClient {
  const transports = chain.rpcUrls.map((url) => http(url, { timeout: RPC_TIMEOUT_MS, retryCount: 1 }));
  return createClient({
    chain: toViemChain(chain),
    // Each transport retries once. Retrying the whole list would delay a review for minutes if no RPC endpoint answers.
    transport: fallback(transports, { retryCount: 0 }),
    // With CCIP read (EIP-3668) a contract could send the browser to any server.
    ccipRead: false,
    pollingInterval: Math.max(MIN_POLLING_INTERVAL_MS, chain.blockTimeMs / 2),
  });
}

/** One client per configured chain, over the RPC endpoints of the configuration. The wallet's own RPC is never used. */
export function createChainClients(config: RuntimeConfig): ClientOf {
  const clients = new Map(config.chains.map((chain) => [chain.id, createChainClient(chain)]));
  return (chainId) => {
    const client = clients.get(chainId);
    if (!client) throw new Error(`chain ${chainId} is not in the configuration`);
    return client;
  };
}

/** One RPC endpoint of a chain, without fallback: a comparison of endpoints must not mix their answers. */
export type Endpoint = {
  /** Only the host, because the URL's path can hold a key that must not get into a file. */
  readonly host: string;
  readonly client: ChainClient;
  /** Returns the raw answer. */
  readonly ask: (method: string, params: readonly unknown[]) => Promise<unknown>;
};

type AnyMethod = { Method: string; Parameters: readonly unknown[]; ReturnType: unknown };

function createEndpoint(chain: ChainConfig, url: string): Endpoint {
  const client = createChainClient({ ...chain, rpcUrls: [url] });
  return {
    host: new URL(url).host,
    client,
    ask: (method, params) => client.request<AnyMethod>({ method, params }),
  };
}

/** Each RPC endpoint of a chain. */
export function createEndpoints(chain: ChainConfig): readonly Endpoint[] {
  return chain.rpcUrls.map((url) => createEndpoint(chain, url));
}
