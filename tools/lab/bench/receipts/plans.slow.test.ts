import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../../service/db/database.ts';
import { migrate } from '../../../../service/db/migrate.ts';
import { openPostgres } from '../../../../service/db/postgres.ts';
import type { TestPostgres } from '../../postgres/testPostgres.ts';
import { startTestPostgres } from '../../postgres/testPostgres.ts';
import { fillTransfers, LARGE_TABLES } from './fillTransfers.ts';
import { INTERNAL_QUERIES, RECEIPT_QUERIES } from './queries.ts';
import { readPlans } from './readPlans.ts';

// With many final transfers and few in progress, PostgreSQL uses an index wherever a suitable one exists.
const ROWS = 50_000;
const IN_PROGRESS = 100;

let server: TestPostgres;
let database: Database;

beforeAll(async () => {
  server = await startTestPostgres({ settings: ['wal_level=minimal', 'max_wal_senders=0'] });
  const url = await server.createDatabase();
  database = await openPostgres({ url, poolSize: 2 }, () => {});
  await migrate(database);
  await fillTransfers(url, { rows: ROWS, inProgress: IN_PROGRESS });
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

test.each([...RECEIPT_QUERIES, ...INTERNAL_QUERIES])('scans no large table: $name', async (query) => {
  const { scans } = await readPlans(database, (recording) => query.run(recording, ROWS));
  expect(scans.length).toBeGreaterThan(0);
  expect(scans).not.toEqual(
    expect.arrayContaining([expect.stringMatching(new RegExp(`^Seq Scan (${LARGE_TABLES.join('|')})$`))]),
  );
});
