import { formatAmount } from '#shared/amount.ts';
import type { Category, PairInfo, TokenPrice } from '#shared/wire/pairs.ts';
import type { Catalog, Deployment, Route } from './catalog.ts';
import { isOpen, routeDecimals } from './catalog.ts';
import { limitToFunds } from './liquidity.ts';
import { PRICE_DECIMALS } from './price.ts';
import type { Bounds, FeeSchedule } from './quote.ts';
import { acceptsAnyAmount, inputBounds } from './quote.ts';

export type PairsQuery = { readonly category: Category | null; readonly includesGasFee: boolean };

export type QuoteSources = {
  of(route: Route): FeeSchedule | undefined;
  /** The free funds in the destination token's base units; null when unknown. */
  freeOn(route: Route): bigint | null;
  /** The median time from deposit to delivery; null when unknown. */
  usualSecondsOn(route: Route): number | null;
  readonly priceLabel: Catalog['priceLabel'];
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
    return [
      describePair(route, {
        bounds: inputBounds(limited, includesGasFee),
        available: acceptsAnyAmount(limited),
        usualSeconds: sources.usualSecondsOn(route),
        price: describePrice(route, sources.priceLabel),
      }),
    ];
  });
}

function describePrice({ token }: Route, label: Catalog['priceLabel']): TokenPrice | null {
  if (!label) return null;
  const value = formatAmount({ amount: token.price, decimals: PRICE_DECIMALS });
  return { currency: label.currency, value, atMs: (token.live?.asOf() ?? label.asOf).getTime() };
}

type PairState = Pick<PairInfo, 'available' | 'usualSeconds'> & {
  readonly bounds: Bounds;
  readonly price: TokenPrice | null;
};

function describePair(route: Route, { bounds: { min, max }, available, usualSeconds, price }: PairState): PairInfo {
  const { decimals } = route.originToken;
  const side = (chain: Route['origin'], token: Deployment) => ({
    chainId: chain.id,
    chainName: chain.name,
    token: token.address,
    decimals: token.decimals,
    price,
  });
  return {
    depositContract: route.origin.depositContract,
    tokenName: route.token.name,
    min: { amount: min, decimals },
    max: { amount: max, decimals },
    available,
    usualSeconds,
    origin: side(route.origin, route.originToken),
    destination: side(route.destination, route.destinationToken),
  };
}
