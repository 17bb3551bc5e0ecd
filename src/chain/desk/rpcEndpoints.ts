import { createClient, http } from 'viem';
import type { ChainConfig } from '../../config/runtimeConfig.ts';

const TIMEOUT_MS = 10_000;

/** One RPC endpoint of a chain, asked alone: a comparison of endpoints must not fall back to another one. */
export type RpcEndpoint = {
  /** Its host. The path of a URL can have a key, which must not end in a file. */
  readonly name: string;
  readonly ask: (method: string, params: readonly unknown[]) => Promise<unknown>;
};

export function createRpcEndpoints({ rpcUrls }: Pick<ChainConfig, 'rpcUrls'>): readonly RpcEndpoint[] {
  return rpcUrls.map((url) => {
    const client = createClient({ transport: http(url, { timeout: TIMEOUT_MS, retryCount: 1 }) });
    return {
      name: new URL(url).host,
      ask: (method, params) =>
        client.request<{ Method: string; Parameters: readonly unknown[]; ReturnType: unknown }>({ method, params }),
    };
  });
}
