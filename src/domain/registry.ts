import type { Address } from 'viem';
import type { PairInfo } from '#shared/wire/pairs.ts';
import type { ChainConfig, RuntimeConfig, TokenConfig } from '../config/runtimeConfig.ts';
import { isEqual } from './isEqual.ts';

/** The pinned chains, contracts and tokens. A transaction may name no others. */
export type Registry = { readonly chains: readonly ChainConfig[] };

export function createRegistry(config: RuntimeConfig): Registry {
  return { chains: config.chains };
}

/** The vaults whose payments count on a chain. Only the first receives deposits. */
export function vaultsOf({ vault, retiredVaults }: ChainConfig): readonly Address[] {
  return [vault, ...retiredVaults];
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

/** A pair that the service offers, joined with the pinned chains and tokens. */
export type Route = {
  readonly pair: PairInfo;
  readonly origin: ChainConfig;
  readonly destination: ChainConfig;
  readonly originToken: TokenConfig;
  readonly destinationToken: TokenConfig;
  /** False: only the service vouches for the token's addresses and decimals. */
  readonly isPinned: boolean;
};

/** Whether both routes have the same chains, contract and tokens. Their limits may differ: the service moves them. */
export function isSameRoute(a: Route, b: Route): boolean {
  const fixed = ({ pair: { min: _min, max: _max, ...pair }, isPinned }: Route) => ({ pair, isPinned });
  return isEqual(fixed(a), fixed(b));
}

type Side = PairInfo['origin'];

/** Returns the chains of a pair if the registry pins both chains and the deposit contract. */
function pinnedChains(registry: Registry, pair: PairInfo) {
  const origin = chainByName(registry, pair.origin.chainName);
  const destination = chainByName(registry, pair.destination.chainName);
  if (!origin || !destination || origin.id === destination.id) return null;
  const agrees =
    origin.id === pair.origin.chainId &&
    destination.id === pair.destination.chainId &&
    origin.depositContract === pair.depositContract &&
    pair.min.decimals === pair.origin.decimals &&
    pair.max.decimals === pair.origin.decimals;
  return agrees ? { origin, destination } : null;
}

function pinnedToken(chain: ChainConfig, name: string, { token, decimals }: Side): TokenConfig | null {
  const known = tokenByName(chain, name);
  return known && known.address === token && known.decimals === decimals ? known : null;
}

/**
 * Joins a pair with the registry.
 * @returns null if they differ in any chain, contract, token or decimals, or the token is not pinned
 */
export function pinRoute(registry: Registry, pair: PairInfo): Route | null {
  const chains = pinnedChains(registry, pair);
  const originToken = chains && pinnedToken(chains.origin, pair.tokenName, pair.origin);
  const destinationToken = chains && pinnedToken(chains.destination, pair.tokenName, pair.destination);
  if (!chains || !originToken || !destinationToken) return null;
  return { pair, ...chains, originToken, destinationToken, isPinned: true };
}

/** Accepts a token if no pinned token of the chain has its name or address. */
function unpinnedToken(chain: ChainConfig, name: string, { token, decimals }: Side): TokenConfig | null {
  const isTaken = chain.tokens.some((known) => known.name === name || known.address === token);
  return isTaken ? null : { name, address: token, decimals, resetsAllowance: true };
}

function unpinnedRoute(registry: Registry, pair: PairInfo): Route | null {
  const chains = pinnedChains(registry, pair);
  if (!chains) return null;
  const find = (chain: ChainConfig, side: Side) =>
    pinnedToken(chain, pair.tokenName, side) ?? unpinnedToken(chain, pair.tokenName, side);
  const originToken = find(chains.origin, pair.origin);
  const destinationToken = find(chains.destination, pair.destination);
  return originToken && destinationToken ? { pair, ...chains, originToken, destinationToken, isPinned: false } : null;
}

/** At least one route, because the form always shows one. */
export type Routes = readonly [Route, ...Route[]];

/** The service's pairs, separated by whether the app can verify them. */
export type Offer = {
  readonly routes: Routes | null;
  /** Pairs that the app disables, because the registry does not know or contradicts them. */
  readonly unverifiable: readonly PairInfo[];
};

export function sortOffer(registry: Registry, pairs: readonly PairInfo[], allowUnpinned: boolean): Offer {
  const sorted = pairs.map((pair) => ({
    pair,
    route: pinRoute(registry, pair) ?? (allowUnpinned ? unpinnedRoute(registry, pair) : null),
  }));
  const [first, ...rest] = sorted.flatMap(({ route }) => (route ? [route] : []));
  return {
    routes: first ? [first, ...rest] : null,
    unverifiable: sorted.filter(({ route }) => route === null).map(({ pair }) => pair),
  };
}
