import { createHash } from 'node:crypto';
import type { Queryable, Transaction } from '../db/database.ts';
import { insertRows } from '../db/database.ts';
import type { DustSchedule, DustTerms } from './model/dust.ts';
import type { FeeSchedule, TimeWindow } from './model/quote.ts';
import { CLOCK_SLACK_SECONDS } from './model/quote.ts';

/** The routes to a chain whose fees a worker has computed for an epoch. */
type FeeConfirmation = {
  readonly chainId: number;
  readonly routeIds: readonly string[];
  readonly epoch: number;
  /** The epoch's length, in which its number is counted. */
  readonly feeEpochSeconds: number;
  readonly at: Date;
};

/** Only epochs of one length can be compared, so each length has its own hash. */
function hashOf({ feeEpochSeconds, routeIds }: FeeConfirmation): string {
  return createHash('sha256')
    .update(JSON.stringify([feeEpochSeconds, ...routeIds]))
    .digest('hex');
}

/**
 * Stores that the newest schedules of these routes are current. The caller stores the changed ones in the same
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

type Confirmations = {
  /** Until when each route's fees are known to be current, by route id. */
  readonly routes: ReadonlyMap<string, Date>;
  /**
   * When a worker last read each chain's gas price, by chain id. It may have left out every route because of its price.
   */
  readonly chains: ReadonlyMap<number, Date>;
};

type ReadConfirmedAt = (database: Queryable, now: Date) => Promise<Confirmations>;

type ConfirmationRow = {
  readonly chainId: number;
  readonly routesHash: string;
  readonly confirmedAt: Date;
};

/** Creates the reader. It caches the routes of each set, so that it reads one small row per chain. */
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
    // A process with a wrong clock can have stored a future time.
    const rows = await database.query<ConfirmationRow>(
      'select chain_id, routes_hash, confirmed_at from fee_confirmations where confirmed_at <= $1 order by confirmed_at',
      [now],
    );
    await readSets(
      database,
      rows.map(({ routesHash }) => routesHash),
    );
    // The rows are in time order, so the newest one counts.
    const routes = rows.flatMap(({ routesHash, confirmedAt }) =>
      (sets.get(routesHash) ?? []).map((routeId) => [routeId, confirmedAt] as const),
    );
    const chains = rows.map(({ chainId, confirmedAt }) => [chainId, confirmedAt] as const);
    return { routes: new Map(routes), chains: new Map(chains) };
  };
}

/** When a route's fees were last known to be current, even if it was removed since; null if never. */
export async function readLastConfirmation(database: Queryable, routeId: string): Promise<Date | null> {
  const [row] = await database.query<{ readonly at: Date | null }>(
    'select max(confirmed_at) as at from fee_confirmations where $1 = any(route_ids)',
    [routeId],
  );
  return row?.at ?? null;
}

export async function deleteConfirmationsBefore(database: Queryable, before: Date): Promise<void> {
  await database.query('delete from fee_confirmations where confirmed_at < $1', [before]);
}

/** A schedule, and what is too small to handle while it is in force. */
export type StoredSchedule = FeeSchedule & DustTerms;

type Row<S extends FeeSchedule> = Omit<S, 'feeBps'> & { readonly feeBps: number };

const INSERTED = `route_id, valid_from, gas_fee, fee_bps, fee_floor, min_amount, max_amount,
  native_price, dust_below, refund_cost, refund_gas_price`;
const COLUMNS = 'route_id, valid_from, gas_fee, fee_bps, fee_floor, min_amount as min, max_amount as max, native_price';
// In a row from an earlier version, only trivial amounts are dust.
const DUST = `coalesce(dust_below, div(min_amount + 999, 1000)) as dust_below, coalesce(refund_cost, 0) as refund_cost,
  coalesce(refund_gas_price, 1) as refund_gas_price`;

function toSchedule<S extends FeeSchedule>(row: Row<S>): Omit<S, 'feeBps'> & { readonly feeBps: bigint } {
  return { ...row, feeBps: BigInt(row.feeBps) };
}

/**
 * Stores schedules that differ from the previous ones. If several processes do so for an epoch, a route's first
 * schedule stays.
 */
export function insertSchedules(
  transaction: Transaction,
  epoch: number,
  schedules: readonly StoredSchedule[],
): Promise<void> {
  const rows = schedules.map(({ routeId, validFrom, gasFee, feeBps, feeFloor, min, max, nativePrice, ...dust }) => [
    ...[epoch, routeId, validFrom, gasFee, feeBps, feeFloor, min, max],
    ...[nativePrice, dust.dustBelow, dust.refundCost, dust.refundGasPrice],
  ]);
  return insertRows(transaction, { table: `fee_schedules (epoch, ${INSERTED})`, keepsStored: true }, rows);
}

/** Each route's schedule that is in force now. A process with a wrong clock can have stored one from the future. */
export async function readCurrentSchedules(
  database: Queryable,
  routeIds: readonly string[],
  now: Date,
): Promise<readonly StoredSchedule[]> {
  const rows = await database.query<Row<StoredSchedule>>(
    `select ${COLUMNS}, ${DUST}
     from unnest($1::text[]) as r(id)
     cross join lateral (select * from fee_schedules where route_id = r.id and valid_from <= $2
       order by valid_from desc limit 1) f`,
    [routeIds, now],
  );
  return rows.map(toSchedule);
}

/** A route's schedules that start within a window, and the last one before it. */
export async function readSchedules(
  database: Queryable,
  routeId: string,
  { from, to }: TimeWindow,
): Promise<readonly FeeSchedule[]> {
  const rows = await database.query<Row<FeeSchedule>>(
    `select ${COLUMNS} from fee_schedules where route_id = $1 and valid_from > $2 and valid_from <= $3
     union all
     (select ${COLUMNS} from fee_schedules where route_id = $1 and valid_from <= $2 order by valid_from desc limit 1)`,
    [routeId, from, to],
  );
  return rows.map(toSchedule);
}

/**
 * The minima within a window of all routes from a chain, including removed ones: each route's schedules that start
 * within it, and the last one before it.
 */
export function readDustSchedules(
  database: Queryable,
  originId: number,
  { from, to }: TimeWindow,
): Promise<readonly DustSchedule[]> {
  return database.query<DustSchedule>(
    // Steps from one route to the next in the index: a table with many schedules has few routes.
    `with recursive ids as (
       (select route_id from fee_schedules order by route_id limit 1)
       union all
       select (select f.route_id from fee_schedules f where f.route_id > ids.route_id order by f.route_id limit 1)
       from ids where ids.route_id is not null
     ), routes as (
       select route_id as id from ids where route_id like '%:' || $1::bigint || ':%'
     )
     select route_id, valid_from, min_amount as min, ${DUST} from routes cross join lateral (
       select * from fee_schedules where route_id = routes.id and valid_from > $2 and valid_from <= $3
       union all
       (select * from fee_schedules where route_id = routes.id and valid_from <= $2 order by valid_from desc limit 1)
     ) f`,
    [originId, from, to],
  );
}

/** A route's earliest schedule; null if there is none. */
export async function readFirstSchedule(database: Queryable, routeId: string): Promise<FeeSchedule | null> {
  const [row] = await database.query<Row<FeeSchedule>>(
    `select ${COLUMNS} from fee_schedules where route_id = $1 order by valid_from limit 1`,
    [routeId],
  );
  return row ? toSchedule(row) : null;
}

/**
 * Deletes schedules from before a time, except each route's last one: a quote can still depend on it. It keeps the
 * schedules of undelivered payouts, because the worker compares them again before it signs.
 */
export async function deleteSchedulesBefore(database: Queryable, before: Date): Promise<void> {
  await database.query(
    `with bound as (
       select least($1::timestamptz, (
         select min(created_at) - interval '2 days' from transfers
         where state in ('confirmed', 'held') and receive_amount is not null)) as earliest)
     delete from fee_schedules f using bound where exists (
       select from fee_schedules n where n.route_id = f.route_id and n.valid_from > f.valid_from and n.valid_from < bound.earliest)`,
    [before],
  );
}
