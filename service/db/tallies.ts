import type { Queryable } from './database.ts';

/** Upper bounds of the histogram of what transfers took, in seconds. */
export const LATENCY_BOUNDS = [5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1200, 1800, 3600, 7200, 21_600, 86_400];

/** How many events of a kind there ever were whose seconds fit under `bound` and under no lesser one. */
export type Tally = {
  readonly kind: 'transfer' | 'attempt';
  readonly label: string;
  readonly bound: number;
  readonly count: number;
  readonly seconds: number;
};

const MAX_FOLDED = 10_000;

const BOUND = `coalesce((select min(bound) from unnest($1::float8[]) as bound where bound >= entry.seconds), 'Infinity')`;

function boundsParameter(): readonly string[] {
  return LATENCY_BOUNDS.map(String);
}

/**
 * Adds what happened since to the totals. Any number of processes may do so at the same time.
 * @returns whether there is more
 */
export async function foldTallies(database: Queryable): Promise<boolean> {
  // In the order of the key, so that two that fold at once never wait for each other in a circle.
  const rows = await database.query<{ folded: bigint }>(
    `with entry as (
       delete from tally_entries
       where id in (select id from tally_entries order by id limit ${MAX_FOLDED} for update skip locked)
       returning kind, label, seconds
     ), folded as (
       insert into tallies (kind, label, bound, count, seconds)
       select kind, label, ${BOUND}, count(*), sum(seconds) from entry group by 1, 2, 3 order by 1, 2, 3
       on conflict (kind, label, bound)
         do update set count = tallies.count + excluded.count, seconds = tallies.seconds + excluded.seconds
     )
     select count(*) as folded from entry`,
    [boundsParameter()],
  );
  return Number(rows[0]?.folded ?? 0n) === MAX_FOLDED;
}

/** The totals, with what was not folded yet. */
export async function readTallies(database: Queryable): Promise<readonly Tally[]> {
  const rows = await database.query<Omit<Tally, 'count'> & { count: bigint }>(
    `select kind, label, bound, sum(count)::bigint as count, sum(seconds) as seconds from (
       select kind, label, bound, count, seconds from tallies
       union all
       select kind, label, ${BOUND}, 1, seconds from tally_entries entry
     ) as both_kinds group by kind, label, bound`,
    [boundsParameter()],
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
