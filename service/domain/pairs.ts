import type { Category, PairInfo } from '#shared/wire/pairs.ts';
import type { Deployment, Route } from './catalog.ts';
import { isOpen, routeDecimals } from './catalog.ts';
import { limitToFunds } from './liquidity.ts';
import type { Bounds, FeeSchedule } from './quote.ts';
import { acceptsAnyAmount, inputBounds } from './quote.ts';

export type PairsQuery = { readonly category: Category | null; readonly includesGasFee: boolean };

export type QuoteSources = {
  of(route: Route): FeeSchedule | undefined;
  /** The free funds in the destination token's base units; null when unknown. */
  freeOn(route: Route): bigint | null;
};

/**
 * Lists the offered pairs. It omits a route without a fee schedule or with unknown funds, which has no limits to state. When
 * the funds do not cover the minimum, the pair is not available and its maximum is its minimum.
 */
export function listPairs(
  routes: readonly Route[],
  sources: QuoteSources,
  { category, includesGasFee }: PairsQuery,
): readonly PairInfo[] {
  return routes.flatMap((route) => {
    const schedule = sources.of(route);
    const free = sources.freeOn(route);
    if (!schedule || free === null || !isOpen(route) || (category && route.origin.category !== category)) return [];
    const limited = limitToFunds(schedule, routeDecimals(route), free);
    return [describePair(route, inputBounds(limited, includesGasFee), acceptsAnyAmount(limited))];
  });
}

function describePair(route: Route, { min, max }: Bounds, available: boolean): PairInfo {
  const { decimals } = route.originToken;
  const side = (chain: Route['origin'], token: Deployment) => ({
    chainId: chain.id,
    chainName: chain.name,
    token: token.address,
    decimals: token.decimals,
  });
  return {
    depositContract: route.origin.depositContract,
    tokenName: route.token.name,
    min: { amount: min, decimals },
    max: { amount: max, decimals },
    available,
    origin: side(route.origin, route.originToken),
    destination: side(route.destination, route.destinationToken),
  };
}
