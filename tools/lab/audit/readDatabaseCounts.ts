import type { Address } from 'viem';

/** Row counts of the service's database. The audit does not use them: they only show when the service has finished. */
export type DatabaseCounts = {
  readonly total: number;
  readonly unfinished: number;
  readonly attempts: number;
  readonly sends: number;
  /** By incident kind. */
  readonly incidents: Readonly<Record<string, number>>;
};

type CountRow = { total: number; unfinished: number; attempts: number; sends: number };

const COUNTS = `with counted as (select t.state from transfers t join deposits d using (id) where lower(d.depositor) <> all($1))
  select
  (select count(*)::int from counted where state <> 'unseen') as total,
  (select count(*)::int from counted where state not in ('delivered', 'refunded', 'closed', 'unseen')) as unfinished,
  (select count(*)::int from attempts) as attempts,
  (select count(*)::int from sends) as sends`;

type Query = <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** @param strangers depositors whose transfers are not counted */
export async function readCounts(query: Query, strangers: readonly Address[] = []): Promise<DatabaseCounts> {
  const [counts] = await query<CountRow>(COUNTS, [strangers.map((address) => address.toLowerCase())]);
  const incidents = await query<{ kind: string; count: number }>(
    'select kind, count(*)::int as count from incidents group by kind order by kind',
  );
  if (!counts) throw new Error('the count query returned no row');
  return { ...counts, incidents: Object.fromEntries(incidents.map(({ kind, count }) => [kind, count])) };
}
