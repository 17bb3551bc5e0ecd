import type { Category, PairInfo } from '#shared/wire/pairs.ts';
import type { Deployment, Route } from './catalog.ts';
import { isOpen } from './catalog.ts';
import type { FeeSchedule } from './quote.ts';
import { inputBounds } from './quote.ts';

export type PairsQuery = { readonly category: Category | null; readonly includesGasFee: boolean };

/** The pairs that can be built now: a route without any schedule yet has no bounds to state. */
export function listPairs(
  routes: readonly Route[],
  scheduleOf: (route: Route) => FeeSchedule | undefined,
  { category, includesGasFee }: PairsQuery,
): readonly PairInfo[] {
  return routes.flatMap((route) => {
    const schedule = scheduleOf(route);
    if (!schedule || !isOpen(route) || (category && route.origin.category !== category)) return [];
    const bounds = inputBounds(schedule, includesGasFee);
    return [describePair(route, bounds.min, bounds.max)];
  });
}

function describePair(route: Route, min: bigint, max: bigint): PairInfo {
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
    origin: side(route.origin, route.originToken),
    destination: side(route.destination, route.destinationToken),
  };
}
