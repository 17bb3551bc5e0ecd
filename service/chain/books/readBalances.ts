import type { Address } from 'viem';
import { erc20Abi } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import { vaultsOf } from '../../domain/catalog.ts';
import type { ChainClient } from '../chainClient.ts';
import { createTogetherReader } from '../togetherReader.ts';

/** What the vaults of a chain hold together of each token, and the hot wallet's native balance, at the end of a block. */
export type Balances = { readonly vaults: ReadonlyMap<Address, bigint>; readonly hotWallet: bigint };

/** @throws NoQuorum and every error of the reader: many nodes keep the state of the newest blocks only */
export async function readBalances(
  client: ChainClient,
  tokens: readonly Address[],
  blockNumber: bigint,
): Promise<Balances> {
  const { chain } = client;
  const reader = createTogetherReader(client, blockNumber);
  const readOne = (token: Address, address: Address) =>
    isNativeToken(token)
      ? reader.getBalance({ address, blockNumber })
      : reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address], blockNumber });
  const readToken = async (token: Address): Promise<readonly [Address, bigint]> => {
    const balances = await Promise.all(vaultsOf(chain).map((vault) => readOne(token, vault)));
    return [token, balances.reduce((sum, balance) => sum + balance, 0n)];
  };
  const [vaults, hotWallet] = await Promise.all([
    Promise.all(tokens.map(readToken)),
    reader.getBalance({ address: chain.hotWallet, blockNumber }),
  ]);
  return { vaults: new Map(vaults), hotWallet };
}
