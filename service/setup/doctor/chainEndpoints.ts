import type { PublicClient } from 'viem';
import type { Chain } from '../../domain/catalog.ts';
import { connectTo } from '../setupChain.ts';

/** One of the RPC endpoints of the service. Its label has no URL, which can hold a key. */
export type ChainEndpoint = { readonly label: string; readonly client: PublicClient };

export function connectEndpointsOf({ rpcUrls }: Chain): readonly ChainEndpoint[] {
  return rpcUrls.map((url, index) => ({ label: `RPC ${index + 1}`, client: connectTo(url) }));
}
