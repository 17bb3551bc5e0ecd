import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readUsualSeconds } from '../db/usualSeconds.ts';

/** The usual duration of the routes, by the route's id. */
export type UsualTimes = () => Promise<ReadonlyMap<string, number>>;

const LIFETIME_MS = 60_000;

/** Caches the usual durations for a minute. They only inform, so a failed read keeps the last ones. */
export function createUsualTimes(database: Database, clock: Clock): UsualTimes {
  let known: ReadonlyMap<string, number> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now().getTime();
    if (Math.abs(now - readAt) < LIFETIME_MS) return known;
    readAt = now;
    known = await readUsualSeconds(database).catch(() => known);
    return known;
  };
}
