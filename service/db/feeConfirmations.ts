import { createHash } from 'node:crypto';
import { CLOCK_SLACK_SECONDS } from '../domain/quoteWindow.ts';
import type { Queryable, Transaction } from './database.ts';

/** The routes to a chain whose fees a worker has computed for an epoch. */
export type FeeConfirmation = {
  readonly chainId: number;
  readonly routeIds: readonly string[];
  readonly epoch: number;
  /** The length of the epoch, by which its number is counted. */
  readonly feeEpochSeconds: number;
  readonly at: Date;
};

/** Only epochs of one length can be compared, so each length has another hash. */
function hashOf({ feeEpochSeconds, routeIds }: FeeConfirmation): string {
  return createHash('sha256')
    .update(JSON.stringify([feeEpochSeconds, ...routeIds]))
    .digest('hex');
}

/**
 * Stores that the newest schedules of these routes are the current ones. The caller stores the changed ones in the same
 * transaction. A confirmation from the database's future was stored while its clock was wrong, so it is replaced.
 * @returns false if another process has done both for the epoch
 */
export async function confirmSchedules(transaction: Transaction, confirmation: FeeConfirmation): Promise<boolean> {
  const { chainId, routeIds, epoch, at } = confirmation;
  const rows = await transaction.query(
    `insert into fee_confirmations (chain_id, routes_hash, route_ids, epoch, confirmed_at) values ($1, $2, $3, $4, $5)
     on conflict (chain_id, routes_hash) do update set epoch = excluded.epoch,
       confirmed_at = case when fee_confirmations.confirmed_at > now() + make_interval(secs => $6)
         then excluded.confirmed_at else greatest(fee_confirmations.confirmed_at, excluded.confirmed_at) end
       where fee_confirmations.epoch < excluded.epoch
         or fee_confirmations.confirmed_at > now() + make_interval(secs => $6)
     returning chain_id`,
    [chainId, hashOf(confirmation), routeIds, epoch, at, CLOCK_SLACK_SECONDS],
  );
  return rows.length === 1;
}

export type Confirmations = {
  /** Until when the fees of each route are known to be current, by the route's id. */
  readonly routes: ReadonlyMap<string, Date>;
  /** When a worker last read the gas price of each chain, by chain id. It may have left out every route for its price. */
  readonly chains: ReadonlyMap<number, Date>;
};

export type ReadConfirmedAt = (database: Queryable, now: Date) => Promise<Confirmations>;

type Row = { readonly chainId: number; readonly routesHash: string; readonly confirmedAt: Date };

/** Creates the reading. It keeps the routes of each set, so that it reads one small row for each chain. */
export function createReadConfirmedAt(): ReadConfirmedAt {
  let sets: ReadonlyMap<string, readonly string[]> = new Map();

  const readSets = async (database: Queryable, hashes: readonly string[]) => {
    const unknown = hashes.filter((hash) => !sets.has(hash));
    const rows =
      unknown.length === 0
        ? []
        : await database.query<{ routesHash: string; routeIds: readonly string[] }>(
            'select routes_hash, route_ids from fee_confirmations where routes_hash = any($1)',
            [unknown],
          );
    const found = new Map(rows.map(({ routesHash, routeIds }) => [routesHash, routeIds]));
    sets = new Map(
      hashes.flatMap((hash) => {
        const routeIds = sets.get(hash) ?? found.get(hash);
        return routeIds ? [[hash, routeIds] as const] : [];
      }),
    );
  };

  return async (database, now) => {
    // A process with a wrong clock can have stored a time of the future.
    const rows = await database.query<Row>(
      'select chain_id, routes_hash, confirmed_at from fee_confirmations where confirmed_at <= $1 order by confirmed_at',
      [now],
    );
    await readSets(
      database,
      rows.map(({ routesHash }) => routesHash),
    );
    // The rows are in the order of their time, so the newest one counts.
    const routes = rows.flatMap(({ routesHash, confirmedAt }) =>
      (sets.get(routesHash) ?? []).map((routeId) => [routeId, confirmedAt] as const),
    );
    const chains = rows.map(({ chainId, confirmedAt }) => [chainId, confirmedAt] as const);
    return { routes: new Map(routes), chains: new Map(chains) };
  };
}

/** When the fees of a route were last known to be current, also of one that was removed since; null if never. */
export async function readLastConfirmation(database: Queryable, routeId: string): Promise<Date | null> {
  const [row] = await database.query<{ readonly at: Date | null }>(
    'select max(confirmed_at) as at from fee_confirmations where $1 = any(route_ids)',
    [routeId],
  );
  return row?.at ?? null;
}

export async function deleteConfirmationsBefore(database: Queryable, moment: Date): Promise<void> {
  await database.query('delete from fee_confirmations where confirmed_at < $1', [moment]);
}
