import type { PairInfo } from '#shared/wire/pairs.ts';
import type { ChainConfig, RuntimeConfig, TokenConfig } from '../config/runtimeConfig.ts';

/** What this installation pins: the only chains, contracts, makers and tokens that a transaction may name. */
export type Registry = { readonly chains: readonly ChainConfig[] };

export function createRegistry(config: RuntimeConfig): Registry {
  return { chains: config.chains };
}

export function chainByName(registry: Registry, name: string): ChainConfig | undefined {
  return registry.chains.find((chain) => chain.name === name);
}

export function chainById(registry: Registry, id: number): ChainConfig | undefined {
  return registry.chains.find((chain) => chain.id === id);
}

export function tokenByName(chain: ChainConfig, name: string): TokenConfig | undefined {
  return chain.tokens.find((token) => token.name === name);
}

/** One token from one pinned chain to another: the service's offer and the installation's own record of it, in agreement. */
export type Route = {
  readonly pair: PairInfo;
  readonly origin: ChainConfig;
  readonly destination: ChainConfig;
  readonly originToken: TokenConfig;
  readonly destinationToken: TokenConfig;
};

/**
 * Joins a pair that the service offers with what is pinned.
 * @returns null where they disagree on any chain, contract, token or decimals: such a pair is not offered to anybody
 */
export function pinRoute(registry: Registry, pair: PairInfo): Route | null {
  const origin = chainByName(registry, pair.origin.chainName);
  const destination = chainByName(registry, pair.destination.chainName);
  const originToken = origin && tokenByName(origin, pair.tokenName);
  const destinationToken = destination && tokenByName(destination, pair.tokenName);
  if (!origin || !destination || !originToken || !destinationToken) return null;
  const agrees =
    origin.id === pair.origin.chainId &&
    destination.id === pair.destination.chainId &&
    origin.depositContract === pair.depositContract &&
    originToken.address === pair.origin.token &&
    originToken.decimals === pair.origin.decimals &&
    destinationToken.address === pair.destination.token &&
    destinationToken.decimals === pair.destination.decimals &&
    pair.min.decimals === originToken.decimals &&
    pair.max.decimals === originToken.decimals;
  return agrees ? { pair, origin, destination, originToken, destinationToken } : null;
}

/** At least one: a form without a route has nothing to show. */
export type Routes = readonly [Route, ...Route[]];

export function pinRoutes(registry: Registry, pairs: readonly PairInfo[]): Routes | null {
  const [first, ...rest] = pairs.map((pair) => pinRoute(registry, pair)).filter((route) => route !== null);
  return first ? [first, ...rest] : null;
}
