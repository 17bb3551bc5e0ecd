import type { Address } from 'viem';
import type { ChainConfig, TokenConfig } from '#shared/config/runtimeConfig.ts';
import type { PairInfo, TokenPrice } from '#shared/wire/pairs.ts';
import type { Routes } from '../../api/offer.ts';
import type { Registry, Route } from '../../config/registry.ts';
import type { FormAction } from './form.ts';
import type { RouteNames } from './pickRoute.ts';
import { namesOf } from './pickRoute.ts';

/** What the selectors choose from. */
export type Choices = {
  readonly route: Route;
  readonly routes: Routes;
  readonly unverifiable: readonly PairInfo[];
  /** The account whose balances show beside the tokens. */
  readonly account: Address | undefined;
  readonly onChoose: (action: FormAction) => void;
};

/** Why a chain or token can't be chosen now. */
export type Obstacle = 'noRoute' | 'fundsShort' | 'unverifiable' | 'testnetsHidden';

export type ChainChoice = {
  readonly chain: ChainConfig;
  readonly obstacle: Obstacle | null;
  /** The token that comes with the choice, because the chosen one has no route there; null if the token stays. */
  readonly otherToken: string | null;
};

/** Chains in the configured order. */
type Chains = readonly ChainConfig[];

function obstacleOf(candidates: readonly Route[]): Obstacle | null {
  if (candidates.length === 0) return 'noRoute';
  return candidates.some(({ pair }) => pair.available) ? null : 'fundsShort';
}

function chainChoice(chain: ChainConfig, candidates: readonly Route[], { pair: { tokenName } }: Route): ChainChoice {
  const keepsToken = candidates.some(({ pair }) => pair.tokenName === tokenName);
  return {
    chain,
    obstacle: obstacleOf(candidates),
    otherToken: keepsToken ? null : (candidates[0]?.pair.tokenName ?? null),
  };
}

/** Every configured chain as an origin. */
export function originChoices(chosen: Route, routes: Routes, chains: Chains): readonly ChainChoice[] {
  return chains.map((chain) => chainChoice(chain, routes.byOrigin.get(chain.name) ?? [], chosen));
}

/** Every chain except the chosen origin as a destination. */
export function destinationChoices(chosen: Route, routes: Routes, chains: Chains): readonly ChainChoice[] {
  const byDestination = new Map<string, Route[]>();
  for (const route of routes.byOrigin.get(chosen.origin.name) ?? []) {
    const { name } = route.destination;
    const siblings = byDestination.get(name);
    if (siblings) siblings.push(route);
    else byDestination.set(name, [route]);
  }
  return chains
    .filter(({ id }) => id !== chosen.origin.id)
    .map((chain) => chainChoice(chain, byDestination.get(chain.name) ?? [], chosen));
}

/** A token on an origin chain. Its address distinguishes it from other tokens with its name. */
export type TokenChoice = {
  readonly key: string;
  readonly chain: ChainConfig;
  readonly name: string;
  /** Null for a token that the app cannot verify: nothing may be read from an address that only the service names. */
  readonly token: TokenConfig | null;
  /** Whether the registry knows the token. Only then does it get a logo. */
  readonly isPinned: boolean;
  readonly price: TokenPrice | null;
  /** The route that comes with the choice. */
  readonly names: RouteNames;
  readonly obstacle: Obstacle | null;
};

type Best = { readonly route: Route; readonly score: number };

/** Prefers routes with funds, then the chosen destination, then the way back. */
function scoreOf({ pair, destination }: Route, chosen: Route): number {
  if (destination.id === chosen.destination.id) return pair.available ? 6 : 2;
  const isBack = destination.id === chosen.origin.id;
  return (pair.available ? 4 : 0) + (isBack ? 1 : 0);
}

function tokenChoice(key: string, { route }: Best, registry: Registry): TokenChoice {
  const { origin, originToken, pair } = route;
  return {
    key,
    chain: origin,
    name: pair.tokenName,
    token: originToken,
    isPinned: registry.pinned.get(origin.name)?.tokens.get(originToken.name) === originToken,
    price: pair.origin.price,
    names: namesOf(route),
    obstacle: pair.available ? null : 'fundsShort',
  };
}

function keep<K>(best: Map<K, Best>, key: K, found: Best): void {
  const earlier = best.get(key);
  if (!earlier || earlier.score < found.score) best.set(key, found);
}

function bestOf(routes: readonly Route[], chosen: Route): Best | null {
  let best: Best | null = null;
  for (const route of routes) {
    const score = scoreOf(route, chosen);
    if (best === null || best.score < score) best = { route, score };
  }
  return best;
}

/** The tokens of all origin chains, those of the chosen one first. */
export function tokenChoices(chosen: Route, { byToken }: Routes, registry: Registry): readonly TokenChoice[] {
  const found = [...byToken.values()].flatMap((routes) => bestOf(routes, chosen) ?? []);
  const isHere = ({ route }: Best) => route.origin.id === chosen.origin.id;
  // A token that the registry does not know has a separate object for each route.
  const best = new Map<string, Best>();
  for (const one of [...found.filter(isHere), ...found.filter((other) => !isHere(other))]) {
    const { origin, originToken } = one.route;
    keep(best, `${origin.id} ${originToken.address} ${originToken.name}`, one);
  }
  return Array.from(best, ([key, one]) => tokenChoice(key, one, registry));
}

/** Tokens that the service offers on a pinned chain but the app cannot verify. */
export function refusedTokens(
  unverifiable: readonly PairInfo[],
  offered: readonly TokenChoice[],
  registry: Registry,
): readonly TokenChoice[] {
  if (unverifiable.length === 0) return [];
  const keyOf = (chain: ChainConfig, name: string) => `${chain.id} ${name}`;
  const known = new Set(offered.map(({ chain, name }) => keyOf(chain, name)));
  const refused = unverifiable.flatMap(({ origin, destination, tokenName }): readonly TokenChoice[] => {
    const chain = registry.pinned.get(origin.chainName)?.chain;
    const key = chain && keyOf(chain, tokenName);
    if (!chain || !key || known.has(key)) return [];
    known.add(key);
    const names = { originName: chain.name, destinationName: destination.chainName, tokenName };
    const choice = { key, chain, name: tokenName, token: null, isPinned: false, price: null, names };
    return [{ ...choice, obstacle: 'unverifiable' }];
  });
  return refused;
}

type OnChain = { readonly chain: ChainConfig; readonly obstacle: Obstacle | null };

/** Whether a switch between testnets and mainnets is useful. */
export function hasBothKinds(chains: readonly ChainConfig[]): boolean {
  return chains.some(({ testnet }) => testnet) && chains.some(({ testnet }) => !testnet);
}

/** Leaves out the choices on testnets. A search shows them disabled, so that a person learns where they are. */
export function hideTestnets<C extends OnChain>(choices: readonly C[], isSearching: boolean): readonly C[] {
  if (!isSearching) return choices.filter(({ chain }) => !chain.testnet);
  return choices.map((choice) => (choice.chain.testnet ? { ...choice, obstacle: 'testnetsHidden' } : choice));
}

/** The texts that a search looks through, in lower case. The name counts most. */
export type Searched = { readonly name: string; readonly others: string };

const NONE = 3;

function rankOf({ name, others }: Searched, words: readonly string[]): number {
  const [first = ''] = words;
  if (!words.every((word) => name.includes(word) || others.includes(word))) return NONE;
  if (name === first) return 0;
  return name.startsWith(first) ? 1 : 2;
}

/** The items that match every word of the search, the best first. Items that match equally well keep their order. */
export function findMatches<T>(items: readonly T[], search: string, textsOf: (item: T) => Searched): readonly T[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return items;
  const ranked: T[][] = [[], [], []];
  for (const item of items) ranked[rankOf(textsOf(item), words)]?.push(item);
  return ranked.flat();
}
