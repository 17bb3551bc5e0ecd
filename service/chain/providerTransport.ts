import type { HttpTransport } from 'viem';
import { http } from 'viem';
import type { RpcObserver } from './rpcObserver.ts';
import { observeTransport } from './rpcObserver.ts';

export type ProviderLimits = { readonly retryCount: number; readonly timeoutMs: number };

/** One entry of a chain's `rpcUrls`. */
export type ProviderAddress = {
  readonly chainId: number;
  readonly url: string;
  /** The position in `rpcUrls`, from 1. */
  readonly rpc: number;
};

/** Sends the requests to one provider. Which providers are asked, and which answer counts, is decided in `quorum`. */
export function createProviderTransport(
  { chainId, url, rpc }: ProviderAddress,
  { retryCount, timeoutMs }: ProviderLimits,
  observer: RpcObserver,
): HttpTransport {
  // viem sends simultaneous calls in one HTTP request.
  const transport = http(url, { timeout: timeoutMs, retryCount, batch: { batchSize: 50 } });
  return observeTransport(transport, { chainId, rpc, observer });
}
