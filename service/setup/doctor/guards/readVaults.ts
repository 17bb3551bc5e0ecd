import type { Address } from 'viem';
import { erc20Abi } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { isNativeToken } from '#shared/address.ts';
import type { Catalog, Chain } from '../../../domain/catalog.ts';
import { connectTo } from '../../setupChain.ts';

/** What a vault has of a token, and the most that its cap lets out in one window. */
export type VaultToken = { readonly token: Address; readonly amount: bigint; readonly perWindow: bigint };

export type VaultState = {
  readonly chain: Chain;
  readonly windowSeconds: bigint;
  readonly tokens: readonly VaultToken[];
};

/** Reads the vault of a chain at its first endpoint. */
export async function readVault(catalog: Catalog, chain: Chain): Promise<VaultState> {
  const client = connectTo(chain.rpcUrls[0] ?? '');
  const { vault: address } = chain;
  const call = { address, abi: vaultAbi } as const;
  const deployed = catalog.tokens.flatMap(({ deployments }) => deployments.get(chain.name)?.address ?? []);
  const [windowSeconds, tokens] = await Promise.all([
    client.readContract({ ...call, functionName: 'window' }),
    Promise.all(
      deployed.map(async (token): Promise<VaultToken> => {
        const [amount, { perWindow }] = await Promise.all([
          isNativeToken(token)
            ? client.getBalance({ address })
            : client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
          client.readContract({ ...call, functionName: 'capOf', args: [token] }),
        ]);
        return { token, amount, perWindow };
      }),
    ),
  ]);
  return { chain, windowSeconds, tokens };
}
