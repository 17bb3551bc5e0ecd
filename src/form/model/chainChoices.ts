import type { Routes } from '../../api/offer.ts';
import type { Route } from '../../config/registry.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';

/** Why a chain or token cannot be chosen now. */
export type Obstacle = 'noRoute' | 'fundsShort' | 'unverifiable' | 'testnetsHidden';

export type ChainChoice = {
  readonly chain: ChainConfig;
  readonly obstacle: Obstacle | null;
  /** The token that the choice brings, because the chosen one has no route there; null while the token stays. */
  readonly otherToken: string | null;
};

/** Chains in the order of the configuration. */
type Chains = readonly ChainConfig[];

function obstacleOf(candidates: readonly Route[]): Obstacle | null {
  if (candidates.length === 0) return 'noRoute';
  return candidates.some(({ pair }) => pair.available) ? null : 'fundsShort';
}

function toChoice(chain: ChainConfig, candidates: readonly Route[], { pair: { tokenName } }: Route): ChainChoice {
  const keepsToken = candidates.some(({ pair }) => pair.tokenName === tokenName);
  return {
    chain,
    obstacle: obstacleOf(candidates),
    otherToken: keepsToken ? null : (candidates[0]?.pair.tokenName ?? null),
  };
}

/** Every chain of the configuration as an origin. */
export function originChoices(chosen: Route, routes: Routes, chains: Chains): readonly ChainChoice[] {
  return chains.map((chain) => toChoice(chain, routes.byOrigin.get(chain.name) ?? [], chosen));
}

/** Every chain but the chosen origin as a destination. */
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
    .map((chain) => toChoice(chain, byDestination.get(chain.name) ?? [], chosen));
}
