import type { Clock } from '../clock.ts';
import { readLooks } from '../db/chains.ts';
import type { Database } from '../db/database.ts';
import { readCurrentSchedules } from '../db/feeSchedules.ts';
import { readLiquidity } from '../db/liquidity.ts';
import { readPauses } from '../db/pauses.ts';
import type { Closures } from '../domain/buildPlan.ts';
import type { Catalog, Route } from '../domain/catalog.ts';
import { isOpen } from '../domain/catalog.ts';
import { largestPayment, MAX_LIQUIDITY_AGE_SECONDS } from '../domain/liquidity.ts';
import { findLostChains } from '../domain/lostChains.ts';
import type { FeeSchedule } from '../domain/quote.ts';
import { createUsualTimes } from './usualTimes.ts';

export type Schedules = Closures & {
  /** The schedule in force, however old. */
  of(route: Route): FeeSchedule | undefined;
  /** What can be paid out on a route now, in the destination token's base units; null where that is not known. */
  freeOn(route: Route): bigint | null;
  /** The median time from deposit to delivery of recent transfers; null where it is not known. */
  usualSecondsOn(route: Route): number | null;
};

/** Caches for one second the database's current fee schedules, free funds, pauses and unreachable chains. */
export type ScheduleCache = {
  current(): Promise<Schedules>;
};

// Far below CLOCK_SLACK_SECONDS, for which a process may still quote the schedule before the newest.
const LIFETIME_MS = 1000;

export function createScheduleCache(database: Database, catalog: Catalog, clock: Clock): ScheduleCache {
  const openRoutes = catalog.routes.filter(isOpen);
  const routeIds = openRoutes.map(({ id }) => id);
  let cached: { readonly readAt: number; readonly schedules: Promise<Schedules> } | null = null;

  const usualTimes = createUsualTimes(database, openRoutes, clock);
  const since = clock.now();

  const read = async (): Promise<Schedules> => {
    const [stored, looks, pauses, liquidity, usual] = await Promise.all([
      readCurrentSchedules(database, routeIds, clock.now()),
      readLooks(database),
      readPauses(database),
      readLiquidity(database),
      usualTimes(),
    ]);
    const schedules = new Map(stored.map((schedule) => [schedule.routeId, schedule]));
    const lostChains = findLostChains(catalog, { schedules, looks, since }, clock.now());
    const known = liquidity.filter(({ ageSeconds }) => ageSeconds <= MAX_LIQUIDITY_AGE_SECONDS);
    const freeOn = ({ destination, destinationToken }: Route) => {
      const found = known.find(
        ({ chainId, token }) => chainId === destination.id && token === destinationToken.address,
      );
      return found ? largestPayment(found) : null;
    };
    const usualSecondsOn = ({ id }: Route) => usual.get(id) ?? null;
    return { of: ({ id }) => schedules.get(id), freeOn, usualSecondsOn, lostChains, pauses };
  };

  return {
    current: async () => {
      const now = clock.now().getTime();
      if (!cached || now - cached.readAt >= LIFETIME_MS || now < cached.readAt) {
        cached = { readAt: now, schedules: read() };
      }
      const entry = cached;
      try {
        return await entry.schedules;
      } catch (error) {
        if (cached === entry) cached = null;
        throw error;
      }
    },
  };
}
