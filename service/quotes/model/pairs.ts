import { formatAmount, NATIVE_DECIMALS } from '#shared/amount.ts';
import type { Category, PairInfo, TokenPrice } from '#shared/wire/pairs.ts';
import type { Catalog, Chain, Deployment, Route } from '../../boot/model/catalog.ts';
import { isOpen, routeDecimals } from '../../boot/model/catalog.ts';
import { isStale } from '../../chain/model/confirmations.ts';
import { limitToFunds } from './liquidity.ts';
import { PRICE_DECIMALS } from './price.ts';
import type { Bounds, FeeSchedule } from './quote.ts';
import { acceptsAnyAmount, inputBounds, lostBefore } from './quote.ts';

/** When the chains last answered. */
type ChainReads = {
  /** When a worker last read the gas price of each chain, by chain id. */
  readonly feesAt: ReadonlyMap<number, Date>;
  /** When deposits were last read on each chain, and the time of its newest block then, by chain id. */
  readonly looks: ReadonlyMap<number, { readonly lookedAt: Date; readonly headAt: Date | null }>;
  /** When the process started, which counts for a chain that never answered. */
  readonly since: Date;
};

function feesUpdatedAt(catalog: Catalog, chain: Chain, { feesAt, since }: ChainReads): Date | null {
  // The worker reads the gas price only for its open routes.
  const isDestination = catalog.routes.some((route) => isOpen(route) && route.destination.id === chain.id);
  return isDestination ? (feesAt.get(chain.id) ?? since) : null;
}

/**
 * Finds the ids of lost chains: for too long, the service has read no deposits or no gas price there, or the chain has
 * shown no new block.
 */
export function findLostChains(catalog: Catalog, reads: ChainReads, now: Date): ReadonlySet<number> {
  const limit = lostBefore(now, catalog.feeEpochSeconds);
  const isLost = (chain: Chain) => {
    const look = reads.looks.get(chain.id);
    const lookedAt = look?.lookedAt ?? reads.since;
    if (look?.headAt && isStale(chain, look.headAt, now)) return true;
    const feesAt = feesUpdatedAt(catalog, chain, reads);
    return lookedAt < limit || (feesAt !== null && feesAt < limit);
  };
  return new Set(catalog.chains.filter(isLost).map(({ id }) => id));
}

export type PairsQuery = { readonly category: Category | null; readonly includesGasFee: boolean };

export type QuoteSources = {
  of(route: Route): FeeSchedule | undefined;
  /** The free funds in the destination token's base units; null if unknown. */
  freeOn(route: Route): bigint | null;
  /** The largest gas drop, in wei; 0 if none is offered now. */
  maxGasDropOn(route: Route): bigint;
  /** The median time from deposit to delivery; null if unknown. */
  usualSecondsOn(route: Route): number | null;
  readonly priceLabel: Catalog['priceLabel'];
};

/**
 * Lists the offered pairs. It omits a route without a fee schedule or with unknown funds, because it has no limits to
 * state. If the funds don't cover the minimum, the pair isn't available and its maximum equals its minimum.
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
        gasDrop: describeGasDrop(route, sources.maxGasDropOn(route)),
      }),
    ];
  });
}

function describePrice({ token }: Route, label: Catalog['priceLabel']): TokenPrice | null {
  if (!label) return null;
  const value = formatAmount({ amount: token.price, decimals: PRICE_DECIMALS });
  return { currency: label.currency, value, atMs: (token.live?.asOf() ?? label.asOf).getTime() };
}

function describeGasDrop({ destination }: Route, amount: bigint): PairInfo['gasDrop'] {
  if (amount === 0n) return null;
  const decimals = NATIVE_DECIMALS;
  return { tokenName: destination.nativeToken, decimals, max: { amount, decimals } };
}

type PairState = Pick<PairInfo, 'available' | 'usualSeconds' | 'gasDrop'> & {
  readonly bounds: Bounds;
  readonly price: TokenPrice | null;
};

function describePair(
  route: Route,
  { bounds: { min, max }, available, usualSeconds, price, gasDrop }: PairState,
): PairInfo {
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
    gasDrop,
    origin: side(route.origin, route.originToken),
    destination: side(route.destination, route.destinationToken),
  };
}
