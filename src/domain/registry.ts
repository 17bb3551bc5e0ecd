import type { Address } from 'viem';
import type { PairInfo } from '#shared/wire/pairs.ts';
import type { ChainConfig, RuntimeConfig, TokenConfig } from '../config/runtimeConfig.ts';
import { isEqual } from './isEqual.ts';

type PinnedChain = {
  readonly chain: ChainConfig;
  readonly tokens: ReadonlyMap<string, TokenConfig>;
  readonly addresses: ReadonlySet<Address>;
};

/** The pinned chains, contracts and tokens. A transaction may name no others. */
export type Registry = {
  readonly chains: readonly ChainConfig[];
  /** By name. An installation can have a thousand tokens on a chain, and twenty thousand pairs to look up. */
  readonly pinned: ReadonlyMap<string, PinnedChain>;
};

export function createRegistry({ chains }: RuntimeConfig): Registry {
  const pin = (chain: ChainConfig): PinnedChain => ({
    chain,
    tokens: new Map(chain.tokens.map((token) => [token.name, token])),
    addresses: new Set(chain.tokens.map(({ address }) => address)),
  });
  return { chains, pinned: new Map(chains.map((chain) => [chain.name, pin(chain)])) };
}

/** The vaults whose payments count on a chain. Only the first receives deposits. */
export function vaultsOf({ vault, retiredVaults }: ChainConfig): readonly Address[] {
  return [vault, ...retiredVaults];
}

export function chainByName(registry: Registry, name: string): ChainConfig | undefined {
  return registry.pinned.get(name)?.chain;
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

type Side = PairInfo['origin'];

/** Whether both routes have the same chains, contract and tokens. The service moves limits, funds, prices and usual times. */
export function isSameRoute(a: Route, b: Route): boolean {
  const side = ({ price: _price, ...fixed }: Side) => fixed;
  const fixed = ({ pair: { depositContract, tokenName, origin, destination }, isPinned }: Route) => ({
    ...{ depositContract, tokenName, isPinned },
    ...{ origin: side(origin), destination: side(destination) },
  });
  return isEqual(fixed(a), fixed(b));
}

/** Returns the chains of a pair if the registry pins both chains and the deposit contract. */
function pinnedChains(registry: Registry, pair: PairInfo) {
  const origin = registry.pinned.get(pair.origin.chainName);
  const destination = registry.pinned.get(pair.destination.chainName);
  if (!origin || !destination || origin.chain.id === destination.chain.id) return null;
  const agrees =
    origin.chain.id === pair.origin.chainId &&
    destination.chain.id === pair.destination.chainId &&
    origin.chain.depositContract === pair.depositContract &&
    pair.min.decimals === pair.origin.decimals &&
    pair.max.decimals === pair.origin.decimals;
  return agrees ? { origin, destination } : null;
}

type TokenFinder = (chain: PinnedChain, name: string, side: Side) => TokenConfig | null;

const pinnedToken: TokenFinder = ({ tokens }, name, { token, decimals }) => {
  const known = tokens.get(name);
  return known && known.address === token && known.decimals === decimals ? known : null;
};

/** Accepts a token if no pinned token of the chain has its name or address. */
const unpinnedToken: TokenFinder = ({ tokens, addresses }, name, { token, decimals }) =>
  tokens.has(name) || addresses.has(token) ? null : { name, address: token, decimals, resetsAllowance: true };

function joinRoute(registry: Registry, pair: PairInfo, findToken: TokenFinder): Omit<Route, 'isPinned'> | null {
  const chains = pinnedChains(registry, pair);
  const originToken = chains && findToken(chains.origin, pair.tokenName, pair.origin);
  const destinationToken = chains && findToken(chains.destination, pair.tokenName, pair.destination);
  if (!originToken || !destinationToken) return null;
  return { pair, origin: chains.origin.chain, destination: chains.destination.chain, originToken, destinationToken };
}

/**
 * Joins a pair with the registry.
 * @returns null if they differ in any chain, contract, token or decimals, or the token is not pinned
 */
export function pinRoute(registry: Registry, pair: PairInfo): Route | null {
  const joined = joinRoute(registry, pair, pinnedToken);
  return joined && { ...joined, isPinned: true };
}

/** As `pinRoute`, and also accepts tokens that the registry does not know. */
export function joinUnpinned(registry: Registry, pair: PairInfo): Route | null {
  const joined = joinRoute(registry, pair, (...side) => pinnedToken(...side) ?? unpinnedToken(...side));
  return joined && { ...joined, isPinned: false };
}
