import type { Address } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Catalog, Chain } from '../domain/catalog.ts';
import { isOpen, vaultsOf } from '../domain/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import { mapLimited } from './mapLimited.ts';
import { WrongChain } from './wrongChain.ts';

// With a thousand tokens, one call after another would take minutes.
const CALLS_AT_ONCE = 8;

/** @throws WrongChain when the chain lacks a configured contract; an RPC error */
export async function verifyCode({ chain, reader }: ChainClient): Promise<void> {
  const contracts = [
    { role: 'deposit contract', address: chain.depositContract },
    ...vaultsOf(chain).map((address) => ({ role: address === chain.vault ? 'vault' : 'retired vault', address })),
  ];
  for (const { role, address } of contracts) {
    if (await reader.getCode({ address })) continue;
    throw new WrongChain(
      `${chain.name} has no ${role} at ${address}. Correct the address in the configuration, or deploy the contract.`,
    );
  }
}

type RoutedToken = { readonly name: string; readonly address: Address };

/** The tokens that the vault of a chain pays for open routes: payouts to the chain and refunds on it. */
export function listPaidTokens({ routes }: Catalog, { id }: Chain): readonly RoutedToken[] {
  const tokens = routes
    .filter(isOpen)
    .flatMap(({ token: { name }, origin, destination, ...route }) => [
      ...(origin.id === id ? [{ name, address: route.originToken.address }] : []),
      ...(destination.id === id ? [{ name, address: route.destinationToken.address }] : []),
    ]);
  return [...new Map(tokens.map((token) => [token.address, token])).values()];
}

async function verifyCap({ chain, reader }: ChainClient, { name, address }: RoutedToken): Promise<void> {
  const call = { address: chain.vault, abi: vaultAbi, functionName: 'capOf', args: [address] } as const;
  const { perPayment, perWindow } = await reader.readContract(call);
  if (perPayment > 0n && perWindow > 0n) return;
  throw new WrongChain(
    `The vault ${chain.vault} on ${chain.name} has no cap for ${name} (${address}), so it cannot pay ${name}. Let its owner set the cap, or remove the routes of ${name}.`,
  );
}

/**
 * Verifies that the hot wallet can make the vault pay every token of the open routes.
 * @throws WrongChain; an RPC error
 */
export async function verifyVault(catalog: Catalog, client: ChainClient): Promise<void> {
  const { chain, reader } = client;
  const call = { address: chain.vault, abi: vaultAbi, functionName: 'isPayer', args: [chain.hotWallet] } as const;
  if (!(await reader.readContract(call))) {
    throw new WrongChain(
      `The hot wallet ${chain.hotWallet} is no payer of the vault ${chain.vault} on ${chain.name}. Correct "hotWallet" or "vault", or let the owner of the vault add the hot wallet.`,
    );
  }
  await mapLimited(listPaidTokens(catalog, chain), CALLS_AT_ONCE, (token) => verifyCap(client, token));
}
