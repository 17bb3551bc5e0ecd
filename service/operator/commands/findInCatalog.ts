import type { Address } from 'viem';
import { NATIVE_DECIMALS } from '#shared/amount.ts';
import type { BookAccount } from '../../books/readings.ts';
import type { Catalog, Chain, Route } from '../../boot/model/catalog.ts';
import { findChain, findChainById, findPinnedToken, findRoute } from '../../boot/model/catalog.ts';
import { UsageError } from './command.ts';

/** @throws UsageError if the configuration has no such chain */
export function requireChain(catalog: Catalog, name: string): Chain {
  const chain = findChain(catalog, name);
  if (chain) return chain;
  const known = catalog.chains.map((candidate) => candidate.name).join(', ');
  throw new UsageError(`Unknown chain "${name}". The configuration has ${known}.`);
}

/** @throws UsageError if the configuration lacks the token, a chain or the route */
export function requireRoute(
  catalog: Catalog,
  { token: tokenName, from, to }: { readonly token: string; readonly from: string; readonly to: string },
): Route {
  const [origin, destination] = [requireChain(catalog, from), requireChain(catalog, to)];
  const token = catalog.tokens.find(({ name }) => name === tokenName);
  if (!token) {
    const known = catalog.tokens.map(({ name }) => name).join(', ');
    throw new UsageError(`Unknown token "${tokenName}". The configuration has ${known}.`);
  }
  const route = findRoute(catalog, { token, origin, destination });
  if (!route) throw new UsageError(`The configuration has no route for ${tokenName} from ${from} to ${to}.`);
  return route;
}

export function describeChain(catalog: Catalog, id: number | bigint): string {
  return findChainById(catalog, BigInt(id))?.name ?? `chain ${id}`;
}

/** A token's name and decimals, or its address and null if the configuration lacks it. */
export function describeToken(
  catalog: Catalog,
  { chainId, token }: { readonly chainId: number; readonly token: Address },
): { readonly name: string; readonly decimals: number | null } {
  const chain = findChainById(catalog, BigInt(chainId));
  const pinned = chain && findPinnedToken(catalog, chain, token);
  return { name: pinned?.token.name ?? token, decimals: pinned?.deployment.decimals ?? null };
}

/** The token of an account in the books. The hot wallet's is its chain's native token. */
export function describeAccountToken(
  catalog: Catalog,
  { account, ...place }: { readonly account: BookAccount; readonly chainId: number; readonly token: Address },
): ReturnType<typeof describeToken> {
  const chain = findChainById(catalog, BigInt(place.chainId));
  return account === 'hotWallet' && chain
    ? { name: chain.nativeToken, decimals: NATIVE_DECIMALS }
    : describeToken(catalog, place);
}
