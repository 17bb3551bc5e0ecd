import type { FeeSchedule } from '../domain/quote.ts';
import type { TimeWindow } from '../domain/quoteWindow.ts';
import type { Queryable } from './database.ts';

type ScheduleRow = {
  route_id: string;
  valid_from: Date;
  gas_fee: bigint;
  fee_bps: number;
  fee_floor: bigint;
  min_amount: bigint;
  max_amount: bigint;
};

const COLUMNS = 'route_id, valid_from, gas_fee, fee_bps, fee_floor, min_amount, max_amount';

function toSchedule(row: ScheduleRow): FeeSchedule {
  return {
    routeId: row.route_id,
    validFrom: row.valid_from,
    gasFee: row.gas_fee,
    feeBps: BigInt(row.fee_bps),
    feeFloor: row.fee_floor,
    min: row.min_amount,
    max: row.max_amount,
  };
}

/** Stores a route's schedule for an epoch; of several processes the first one's counts. */
export async function insertSchedule(database: Queryable, epoch: number, schedule: FeeSchedule): Promise<void> {
  await database.query(
    `insert into fee_schedules (epoch, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict do nothing`,
    [
      epoch,
      schedule.routeId,
      schedule.validFrom,
      schedule.gasFee,
      schedule.feeBps,
      schedule.feeFloor,
      schedule.min,
      schedule.max,
    ],
  );
}

/** The schedule in force now of each of these routes that has any. */
export async function readCurrentSchedules(
  database: Queryable,
  routeIds: readonly string[],
): Promise<readonly FeeSchedule[]> {
  const rows = await database.query<ScheduleRow>(
    `select f.route_id, f.valid_from, f.gas_fee, f.fee_bps, f.fee_floor, f.min_amount, f.max_amount
     from unnest($1::text[]) as r(id)
     cross join lateral (select * from fee_schedules where route_id = r.id order by valid_from desc limit 1) f`,
    [routeIds],
  );
  return rows.map(toSchedule);
}

/** The schedules of a route that start within a window, and the one before them. */
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

/** Forgets schedules that no deposit can have been quoted by. */
export async function deleteSchedulesBefore(database: Queryable, moment: Date): Promise<void> {
  await database.query(
    `delete from fee_schedules f where valid_from < $1
       and exists (select from fee_schedules n where n.route_id = f.route_id and n.valid_from > f.valid_from and n.valid_from < $1)`,
    [moment],
  );
}
