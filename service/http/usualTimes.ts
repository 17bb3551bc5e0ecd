import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { RouteKey } from '../db/usualSeconds.ts';
import { readUsualSeconds } from '../db/usualSeconds.ts';
import type { Route } from '../domain/catalog.ts';

/** The usual duration of the routes, by the route's id. */
export type UsualTimes = () => Promise<ReadonlyMap<string, number>>;

const LIFETIME_MS = 60_000;
/** An installation can have twenty thousand routes. The query stays short, and each route gets its turn. */
const ROUTES_AT_ONCE = 1_000;

const keyOf = ({ id, token, origin, destination }: Route): RouteKey => ({
  ...{ id, tokenName: token.name, originName: origin.name, destinationId: destination.id },
});

/** Reads the usual durations of a thousand routes a minute, in turns. They only inform: a failed read keeps the last ones. */
export function createUsualTimes(database: Database, routes: readonly Route[], clock: Clock): UsualTimes {
  const known = new Map<string, number>();
  let readAt = Number.NEGATIVE_INFINITY;
  let next = 0;

  async function readSome(): Promise<void> {
    const some = routes.slice(next, next + ROUTES_AT_ONCE);
    const read = await readUsualSeconds(database, some.map(keyOf)).catch(() => null);
    if (!read) return;
    next = next + ROUTES_AT_ONCE < routes.length ? next + ROUTES_AT_ONCE : 0;
    for (const [id, seconds] of read) known.set(id, seconds);
  }

  return async () => {
    const now = clock.now().getTime();
    if (Math.abs(now - readAt) < LIFETIME_MS) return known;
    readAt = now;
    await readSome();
    return known;
  };
}
