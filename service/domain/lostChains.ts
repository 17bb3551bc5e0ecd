import type { Catalog, Chain } from './catalog.ts';
import { isOpen } from './catalog.ts';
import type { FeeSchedule } from './quote.ts';
import { lostBefore } from './quoteWindow.ts';

/** When the chains were last heard of. */
export type Sightings = {
  /** The schedule in force of each route that has one, by the route's id. */
  readonly schedules: ReadonlyMap<string, FeeSchedule>;
  /** When each chain was last read for deposits, by chain id. */
  readonly looks: ReadonlyMap<number, Date>;
  /** Counts for what was never heard of: since when it could have been. */
  readonly since: Date;
};

function feesReckonedAt(catalog: Catalog, chain: Chain, { schedules, since }: Sightings): Date | null {
  const routes = catalog.routes.filter((route) => isOpen(route) && route.destination.id === chain.id);
  if (routes.length === 0) return null;
  const stored = routes.flatMap(({ id }) => schedules.get(id)?.validFrom.getTime() ?? []);
  return stored.length === 0 ? since : new Date(Math.max(...stored));
}

/** The chains that were out of reach for long, by their ids: their deposits go unread, or payments on them have no price. */
export function findLostChains(catalog: Catalog, sightings: Sightings, now: Date): ReadonlySet<number> {
  const limit = lostBefore(now, catalog.feeEpochSeconds);
  const isLost = (chain: Chain) => {
    const lookedAt = sightings.looks.get(chain.id) ?? sightings.since;
    const feesAt = feesReckonedAt(catalog, chain, sightings);
    return lookedAt < limit || (feesAt !== null && feesAt < limit);
  };
  return new Set(catalog.chains.filter(isLost).map(({ id }) => id));
}
