import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readCurrentSchedules } from '../db/feeSchedules.ts';
import type { Catalog, Route } from '../domain/catalog.ts';
import { isOpen } from '../domain/catalog.ts';
import type { FeeSchedule } from '../domain/quote.ts';

/** The stored fee schedules in force, read from the database at most once a second. */
export type ScheduleCache = {
  current(): Promise<(route: Route) => FeeSchedule | undefined>;
};

// Far below the slack that the quote window allows for a process that still quotes the schedule before the newest.
const LIFETIME_MS = 1000;

export function createScheduleCache(database: Database, catalog: Catalog, clock: Clock): ScheduleCache {
  const routeIds = catalog.routes.filter(isOpen).map(({ id }) => id);
  let cached: { readonly readAt: number; readonly schedules: Promise<ReadonlyMap<string, FeeSchedule>> } | null = null;

  const read = async () => {
    const schedules = await readCurrentSchedules(database, routeIds);
    return new Map(schedules.map((schedule) => [schedule.routeId, schedule]));
  };

  return {
    current: async () => {
      const now = clock.now().getTime();
      if (!cached || now - cached.readAt >= LIFETIME_MS || now < cached.readAt) {
        cached = { readAt: now, schedules: read() };
      }
      const entry = cached;
      try {
        const schedules = await entry.schedules;
        return ({ id }) => schedules.get(id);
      } catch (error) {
        if (cached === entry) cached = null;
        throw error;
      }
    },
  };
}
