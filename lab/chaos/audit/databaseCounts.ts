import pg from 'pg';

/** What the service itself has on record. The verdict does not depend on it; a campaign is over when it agrees. */
export type BookFacts = {
  readonly total: number;
  readonly unfinished: number;
  readonly attempts: number;
  readonly sends: number;
  /** By kind. */
  readonly incidents: Readonly<Record<string, number>>;
};

type Counts = { total: number; unfinished: number; attempts: number; sends: number };

const COUNTS = `select
  (select count(*)::int from transfers where state <> 'unseen') as total,
  (select count(*)::int from transfers where state not in ('delivered', 'refunded', 'unseen')) as unfinished,
  (select count(*)::int from attempts) as attempts,
  (select count(*)::int from sends) as sends`;

export async function readBooks(databaseUrl: string): Promise<BookFacts> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Counts>(COUNTS);
    const incidents = await client.query<{ kind: string; count: number }>(
      'select kind, count(*)::int as count from incidents group by kind order by kind',
    );
    const [counts] = rows;
    if (!counts) throw new Error('no counts');
    return { ...counts, incidents: Object.fromEntries(incidents.rows.map(({ kind, count }) => [kind, count])) };
  } finally {
    await client.end();
  }
}
