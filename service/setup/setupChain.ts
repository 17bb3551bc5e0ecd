import type { Address, PublicClient } from 'viem';
import { createPublicClient, erc20Abi, http, isAddressEqual, zeroAddress } from 'viem';
import { NATIVE_DECIMALS } from '../domain/nativeDecimals.ts';
import type { ChainAnswers } from './answers.ts';
import { SetupRefused } from './contractFiles.ts';

const TIMEOUT_MS = 10_000;
const POLLING_MS = 250;

/** Connects to one endpoint. */
export function connectTo(url: string): PublicClient {
  return createPublicClient({ transport: http(url, { timeout: TIMEOUT_MS }), pollingInterval: POLLING_MS });
}

/** Connects to a chain by its first endpoint, and makes sure that it is this chain. @throws SetupRefused */
export async function connectChain({ name, id, rpcUrls }: ChainAnswers): Promise<PublicClient> {
  const client = connectTo(rpcUrls[0] ?? '');
  const found = await client.getChainId().catch((error: unknown) => {
    throw new SetupRefused(`${name}: the first of rpcUrls does not answer. Correct it, or start the node.`, {
      cause: error,
    });
  });
  if (found !== id) throw new SetupRefused(`${name}: the first of rpcUrls serves chain ${found}, but "id" is ${id}.`);
  return client;
}

export type TokenFacts = { readonly symbol: string | null; readonly decimals: number };

/** Reads what a token says about itself. Its symbol is null when the contract does not say it as text. */
export async function readTokenFacts(client: PublicClient, address: Address): Promise<TokenFacts> {
  if (isAddressEqual(address, zeroAddress)) return { symbol: null, decimals: NATIVE_DECIMALS };
  const call = { address, abi: erc20Abi } as const;
  const decimals = await client.readContract({ ...call, functionName: 'decimals' });
  const symbol = await client.readContract({ ...call, functionName: 'symbol' }).catch(() => null);
  return { symbol, decimals };
}
