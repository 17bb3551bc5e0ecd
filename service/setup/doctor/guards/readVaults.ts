import type { Address } from 'viem';
import { erc20Abi } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { Catalog, Chain } from '../../../domain/catalog.ts';
import { connectTo } from '../../setupChain.ts';

/** What a vault has of a token. */
export type VaultToken = { readonly token: Address; readonly amount: bigint };

export type VaultState = { readonly chain: Chain; readonly tokens: readonly VaultToken[] };

/** Reads the vault of a chain at its first endpoint. */
export async function readVault(catalog: Catalog, chain: Chain): Promise<VaultState> {
  const client = connectTo(chain.rpcUrls[0] ?? '');
  const { vault: address } = chain;
  const deployed = catalog.tokens.flatMap(({ deployments }) => deployments.get(chain.name)?.address ?? []);
  const tokens = await Promise.all(
    deployed.map(
      async (token): Promise<VaultToken> => ({
        token,
        amount: isNativeToken(token)
          ? await client.getBalance({ address })
          : await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
      }),
    ),
  );
  return { chain, tokens };
}
