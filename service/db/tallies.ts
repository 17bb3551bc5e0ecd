import type { Queryable } from './database.ts';

/** Upper bounds of the histogram of transfer durations, in seconds. */
export const LATENCY_BOUNDS = [5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1200, 1800, 3600, 7200, 21_600, 86_400];

/** The number of events of a kind whose seconds are at most `bound` and above the next lower bound. */
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
 * Adds the new entries to the totals. Several processes may do so at the same time.
 * @returns whether entries are left
 */
export async function foldTallies(database: Queryable): Promise<boolean> {
  // Two processes that fold at the same time insert in the order of the key, so they never deadlock.
  const rows = await database.query<{ readonly count: number }>(
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
     select count(*) as count from entry`,
    [boundsParameter()],
  );
  return rows[0]?.count === MAX_FOLDED;
}

/** The totals, including the entries that are not folded yet. */
export function readTallies(database: Queryable): Promise<readonly Tally[]> {
  return database.query<Tally>(
    `select kind, label, bound, sum(count)::bigint as count, sum(seconds) as seconds from (
       select kind, label, bound, count, seconds from tallies
       union all
       select kind, label, ${BOUND}, 1, seconds from tally_entries entry
     ) as both_kinds group by kind, label, bound`,
    [boundsParameter()],
  );
}
