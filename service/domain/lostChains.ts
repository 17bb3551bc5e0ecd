import type { Catalog, Chain } from './catalog.ts';
import { isOpen } from './catalog.ts';
import { isStale } from './headAge.ts';
import { lostBefore } from './quoteWindow.ts';

/** The last answers of the chains. */
export type Sightings = {
  /** When a worker last read the gas price of each chain, by chain id. */
  readonly feesAt: ReadonlyMap<number, Date>;
  /** The last read of deposits on each chain, and the time of its newest block then, by chain id. */
  readonly looks: ReadonlyMap<number, { readonly lookedAt: Date; readonly headAt: Date | null }>;
  /** The start of the process, which counts for a chain without any answer. */
  readonly since: Date;
};

function feesUpdatedAt(catalog: Catalog, chain: Chain, { feesAt, since }: Sightings): Date | null {
  // The worker reads the gas price for its open routes only.
  const isDestination = catalog.routes.some((route) => isOpen(route) && route.destination.id === chain.id);
  return isDestination ? (feesAt.get(chain.id) ?? since) : null;
}

/**
 * Finds the ids of lost chains: for too long the service has read no deposits there, or no gas price, or the chain has shown no
 * new block.
 */
export function findLostChains(catalog: Catalog, sightings: Sightings, now: Date): ReadonlySet<number> {
  const limit = lostBefore(now, catalog.feeEpochSeconds);
  const isLost = (chain: Chain) => {
    const look = sightings.looks.get(chain.id);
    const lookedAt = look?.lookedAt ?? sightings.since;
    if (look?.headAt && isStale(chain, look.headAt, now)) return true;
    const feesAt = feesUpdatedAt(catalog, chain, sightings);
    return lookedAt < limit || (feesAt !== null && feesAt < limit);
  };
  return new Set(catalog.chains.filter(isLost).map(({ id }) => id));
}
