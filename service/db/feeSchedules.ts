import type { FeeSchedule } from '../domain/quote.ts';
import type { TimeWindow } from '../domain/quoteWindow.ts';
import type { Queryable, Transaction } from './database.ts';
import { insertRows } from './insertRows.ts';

type ScheduleRow = Omit<FeeSchedule, 'feeBps'> & { readonly feeBps: number };

const INSERTED = 'route_id, valid_from, gas_fee, fee_bps, fee_floor, min_amount, max_amount';
const COLUMNS = 'route_id, valid_from, gas_fee, fee_bps, fee_floor, min_amount as min, max_amount as max';

function toSchedule(row: ScheduleRow): FeeSchedule {
  return { ...row, feeBps: BigInt(row.feeBps) };
}

/** Stores schedules that differ from the ones before. If several processes do so for an epoch, the first schedule of a route stays. */
export function insertSchedules(
  transaction: Transaction,
  epoch: number,
  schedules: readonly FeeSchedule[],
): Promise<void> {
  const rows = schedules.map(({ routeId, validFrom, gasFee, feeBps, feeFloor, min, max }) => [
    ...[epoch, routeId, validFrom, gasFee, feeBps, feeFloor, min, max],
  ]);
  return insertRows(transaction, { table: `fee_schedules (epoch, ${INSERTED})`, keepsStored: true }, rows);
}

/** The schedule of each route that is in force now. A process with a wrong clock can have stored one from the future. */
export async function readCurrentSchedules(
  database: Queryable,
  routeIds: readonly string[],
  now: Date,
): Promise<readonly FeeSchedule[]> {
  const rows = await database.query<ScheduleRow>(
    `select ${COLUMNS}
     from unnest($1::text[]) as r(id)
     cross join lateral (select * from fee_schedules where route_id = r.id and valid_from <= $2
       order by valid_from desc limit 1) f`,
    [routeIds, now],
  );
  return rows.map(toSchedule);
}

/** The schedules of a route that start within a window, and the last one before the window. */
export async function readSchedules(
  database: Queryable,
  routeId: string,
  { from, to }: TimeWindow,
): Promise<readonly FeeSchedule[]> {
  const rows = await database.query<ScheduleRow>(
    `select ${COLUMNS} from fee_schedules where route_id = $1 and valid_from > $2 and valid_from <= $3
     union all
     (select ${COLUMNS} from fee_schedules where route_id = $1 and valid_from <= $2 order by valid_from desc limit 1)`,
    [routeId, from, to],
  );
  return rows.map(toSchedule);
}

/** The earliest schedule of a route; null without any. */
export async function readFirstSchedule(database: Queryable, routeId: string): Promise<FeeSchedule | null> {
  const [row] = await database.query<ScheduleRow>(
    `select ${COLUMNS} from fee_schedules where route_id = $1 order by valid_from limit 1`,
    [routeId],
  );
  return row ? toSchedule(row) : null;
}

/**
 * Deletes schedules from before a moment, except the last of each route: a quote can still depend on it. It keeps the schedules
 * of undelivered payouts, because the worker compares them again before it signs.
 */
export async function deleteSchedulesBefore(database: Queryable, moment: Date): Promise<void> {
  await database.query(
    `with bound as (
       select least($1::timestamptz, (
         select min(created_at) - interval '2 days' from transfers
         where state in ('confirmed', 'held') and receive_amount is not null)) as moment)
     delete from fee_schedules f using bound where exists (
       select from fee_schedules n where n.route_id = f.route_id and n.valid_from > f.valid_from and n.valid_from < bound.moment)`,
    [moment],
  );
}
