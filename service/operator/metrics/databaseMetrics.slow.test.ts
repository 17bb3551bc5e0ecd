import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestDatabases } from '../../../lab/postgres/testDatabases.ts';
import { DATABASE_KINDS, startTestDatabases } from '../../../lab/postgres/testDatabases.ts';
import { createSampleCatalog } from '../../../lab/service/sampleCatalog.ts';
import type { Database } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { readDatabaseMetrics } from './databaseMetrics.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 14000 });

const NEVER_READ = [
  'causeway_cursor_lag_blocks',
  'causeway_look_age_seconds',
  'causeway_liquidity_age_seconds',
  'causeway_books_age_seconds',
  'causeway_breaker_read_age_seconds',
];

describe.each(DATABASE_KINDS)('the metrics of the database (%s)', (kind) => {
  let databases: TestDatabases;

  beforeAll(async () => {
    databases = await startTestDatabases(kind);
  });
  afterAll(() => databases?.stop());

  async function createDatabase(transfers: number): Promise<Database> {
    const database = await databases.open();
    await migrate(database);
    await database.query("insert into chains (chain_id, genesis_hash, deposit_contract) values (1, '0x', '0x')");
    await database.query(
      `with ids as (select i, '0x' || lpad(to_hex(i), 64, '0') as id from generate_series(1, $1::int) as i), stored as (
         insert into deposits (id, chain_id, contract, tx_hash, ordinal, block_number, block_hash, block_time, log_index,
           depositor, token, maker, target, amount, destination, channel, funded, first_seen_at)
         select id, 1, '0x', id, 0, i, '0x', now(), 0, '0x', '0x', '0x', '0x', 1, 2, 0, true, now() from ids
         returning id
       )
       insert into transfers (id, state, origin_chain_name, amount, created_at)
       select id, 'seen', 'Northshore', 1, now() - interval '100 seconds' from stored`,
      [transfers],
    );
    return database;
  }

  async function deliver(database: Database, count: number) {
    await database.query(
      `update transfers set state = 'delivered', settled_hash = '0x', settled_amount = 1, recipient = '0x',
         receive_amount = 1, destination_token = '0x'
       where id <= '0x' || lpad(to_hex($1::int), 64, '0')`,
      [count],
    );
  }

  test('are infinite for a chain that was never read, with and without its row', async () => {
    const database = await databases.open();
    await migrate(database);
    const catalog = createSampleCatalog((file) => {
      file.breaker = { windowSeconds: 3600, maxNetOutflow: '100000', maxReadAgeSeconds: 300 };
    });
    const [chain] = catalog.chains;
    const insert = "insert into chains (chain_id, genesis_hash, deposit_contract) values ($1, '0x', '0x')";
    await database.query(insert, [chain?.id ?? 0]);
    const series = await readDatabaseMetrics(database, catalog);
    for (const name of NEVER_READ) {
      const samples = series.find((one) => one.name === name)?.samples;
      const infinite = ({ name: label }: { readonly name: string }) => ({
        ...{ labels: { chain: label }, value: Number.POSITIVE_INFINITY },
      });
      expect(samples, name).toEqual(catalog.chains.map(infinite));
    }
  });

  test('require no scan of all transfers to count the open ones', async () => {
    const database = await createDatabase(4000);
    await deliver(database, 3989);
    await database.query('vacuum analyze transfers');
    const series = await readDatabaseMetrics(database, createSampleCatalog());
    const readValue = (name: string, state: string) =>
      series.find((one) => one.name === name)?.samples.find(({ labels }) => labels.state === state)?.value;
    expect(readValue('causeway_transfers', 'seen')).toBe(11);
    expect(readValue('causeway_transfers', 'held')).toBe(0);
    expect(readValue('causeway_transfer_oldest_age_seconds', 'seen')).toBeGreaterThanOrEqual(100);
    const statements: string[] = [];
    const spy: Database = {
      ...database,
      transaction: (work) =>
        database.transaction((transaction) =>
          work({
            ...transaction,
            query: (sql, parameters) => {
              statements.push(sql);
              return transaction.query(sql, parameters);
            },
          }),
        ),
    };
    await readDatabaseMetrics(spy, createSampleCatalog());
    const onTransfers = statements.filter((sql) => sql.includes('from transfers'));
    expect(onTransfers.length).toBeGreaterThan(0);
    for (const sql of onTransfers) {
      const plan = await database.query<{ 'QUERY PLAN': string }>(`explain ${sql}`);
      expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on transfers/);
    }
  });
});
