// The pinned chains, contracts and tokens of the installation, which every transaction must match. In comes what
// shared/config/runtimeConfig.ts has parsed of config.json; maintenance.ts says what is currently closed.

import type { Address } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig, RuntimeConfig, TokenConfig } from '#shared/config/runtimeConfig.ts';
import type { PairInfo } from '#shared/wire/pairs.ts';
import { isEqual } from '../lib/isEqual.ts';

type PinnedChain = {
  readonly chain: ChainConfig;
  readonly tokens: ReadonlyMap<string, TokenConfig>;
  readonly addresses: ReadonlySet<Address>;
};

/** The pinned chains, contracts and tokens. A transaction may use no others. */
export type Registry = {
  readonly chains: readonly ChainConfig[];
  /** By name, for fast lookups: an installation can have a thousand tokens on a chain, and twenty thousand pairs. */
  readonly pinned: ReadonlyMap<string, PinnedChain>;
  /** Whether tokens without a pin are allowed. The person confirms such a token in the review. */
  readonly allowsUnpinned: boolean;
};

export function createRegistry({ chains, allowUnpinnedPairs }: RuntimeConfig): Registry {
  const pin = (chain: ChainConfig): PinnedChain => ({
    chain,
    tokens: new Map(chain.tokens.map((token) => [token.name, token])),
    addresses: new Set(chain.tokens.map(({ address }) => address)),
  });
  const pinned = new Map(chains.map((chain) => [chain.name, pin(chain)]));
  return { chains, pinned, allowsUnpinned: allowUnpinnedPairs };
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

/** The pinned token at an address; undefined if the configuration does not name it. */
export function tokenByAddress(registry: Registry, chainId: number, address: Address): TokenConfig | undefined {
  return chainById(registry, chainId)?.tokens.find((token) => isSameAddress(token.address, address));
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

/**
 * Whether both routes have the same chains, contract and tokens. The service may change limits, funds, prices and usual
 * times.
 */
export function isSameRoute(a: Route, b: Route): boolean {
  const side = ({ price: _price, ...fixed }: Side) => fixed;
  const fixed = ({ pair: { depositContract, tokenName, origin, destination }, isPinned }: Route) => ({
    ...{ depositContract, tokenName, isPinned },
    ...{ origin: side(origin), destination: side(destination) },
  });
  return isEqual(fixed(a), fixed(b));
}

/** The chains, contract and token that a pair or a stored transfer names. */
type Named = Pick<PairInfo, 'depositContract' | 'tokenName'> & {
  readonly origin: Omit<Side, 'price'>;
  readonly destination: Omit<Side, 'price'>;
};

type Joined = Omit<Route, 'pair' | 'isPinned'>;

/** Returns the chains if the registry pins both of them and the deposit contract. */
function pinnedChains(registry: Registry, named: Named) {
  const origin = registry.pinned.get(named.origin.chainName);
  const destination = registry.pinned.get(named.destination.chainName);
  if (!origin || !destination || origin.chain.id === destination.chain.id) return null;
  const agrees =
    origin.chain.id === named.origin.chainId &&
    destination.chain.id === named.destination.chainId &&
    origin.chain.depositContract === named.depositContract;
  return agrees ? { origin, destination } : null;
}

type TokenFinder = (chain: PinnedChain, name: string, side: Named['origin']) => TokenConfig | null;

const pinnedToken: TokenFinder = ({ tokens }, name, { token, decimals }) => {
  const known = tokens.get(name);
  return known && known.address === token && known.decimals === decimals ? known : null;
};

/** Also accepts a token if no pinned token of the chain has its name or address. */
const anyToken: TokenFinder = (chain, name, side) => {
  const isKnown = chain.tokens.has(name) || chain.addresses.has(side.token);
  const { token: address, decimals } = side;
  return isKnown ? pinnedToken(chain, name, side) : { name, address, decimals, resetsAllowance: true };
};

function join(registry: Registry, named: Named, findToken: TokenFinder): Joined | null {
  const chains = pinnedChains(registry, named);
  const originToken = chains && findToken(chains.origin, named.tokenName, named.origin);
  const destinationToken = chains && findToken(chains.destination, named.tokenName, named.destination);
  if (!originToken || !destinationToken) return null;
  return { origin: chains.origin.chain, destination: chains.destination.chain, originToken, destinationToken };
}

function joinPair(registry: Registry, pair: PairInfo, isPinned: boolean): Route | null {
  const { min, max, origin } = pair;
  if (min.decimals !== origin.decimals || max.decimals !== origin.decimals) return null;
  const joined = join(registry, pair, isPinned ? pinnedToken : anyToken);
  return joined && { ...joined, pair, isPinned };
}

/**
 * Joins a pair with the registry. @returns null if they differ in any chain, contract, token or decimals, or if the token has
 * no pin and the registry requires one
 */
export function joinRoute(registry: Registry, pair: PairInfo): Route | null {
  return joinPair(registry, pair, true) ?? (registry.allowsUnpinned ? joinPair(registry, pair, false) : null);
}

/** The chains and tokens of a stored transfer, joined by the same rules as pairs. */
export function joinTerms(
  registry: Registry,
  {
    deposit,
    tokenName,
    origin,
    destination,
  }: Omit<Named, 'depositContract'> & { readonly deposit: { readonly to: Address } },
): Joined | null {
  const named = { depositContract: deposit.to, tokenName, origin, destination };
  return join(registry, named, registry.allowsUnpinned ? anyToken : pinnedToken);
}

/** Whether the registry pins the token that a stored transfer sends. */
export function isTokenPinned({ pinned }: Registry, { tokenName, origin }: Pick<Named, 'tokenName' | 'origin'>) {
  const known = pinned.get(origin.chainName);
  return known?.chain.id === origin.chainId && pinnedToken(known, tokenName, origin) !== null;
}
