import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestDatabases } from '../../lab/postgres/testDatabases.ts';
import { DATABASE_KINDS, startTestDatabases } from '../../lab/postgres/testDatabases.ts';
import { createSampleCatalog } from '../../lab/service/sampleCatalog.ts';
import type { Database } from './database.ts';
import { readFigures } from './figures.ts';
import { migrate } from './migrate.ts';
import { foldTallies, readTallies } from './tallies.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 14000 });

describe.each(DATABASE_KINDS)('tallies (%s)', (kind) => {
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

  async function finish(database: Database, state: 'delivered' | 'refunded', [from, below]: [number, number]) {
    await database.query(
      `update transfers set state = $1, settled_hash = '0x', settled_amount = 1, reason = 'x', recipient = '0x',
         receive_amount = 1, destination_token = '0x'
       where id >= '0x' || lpad(to_hex($2::int), 64, '0') and id < '0x' || lpad(to_hex($3::int), 64, '0')`,
      [state, from, below],
    );
  }

  test('count each finished transfer once, before and after several concurrent folds', async () => {
    const database = await createDatabase(30);
    await finish(database, 'delivered', [1, 11]);
    const read = async () =>
      (await readTallies(database))
        .map(({ kind: what, label, bound, count }) => [what, label, bound, count])
        .sort((a, b) => String(a[1]).localeCompare(String(b[1])));
    expect(await read()).toEqual([['transfer', 'delivered', 120, 10]]);
    await Promise.all([foldTallies(database), foldTallies(database), foldTallies(database)]);
    expect(await database.query('select 1 from tally_entries')).toEqual([]);
    expect(await read()).toEqual([['transfer', 'delivered', 120, 10]]);
    await finish(database, 'delivered', [1, 11]);
    await finish(database, 'delivered', [11, 14]);
    await finish(database, 'refunded', [20, 21]);
    const both = [
      ['transfer', 'delivered', 120, 13],
      ['transfer', 'refunded', 120, 1],
    ];
    expect(await read()).toEqual(both);
    expect(await foldTallies(database)).toBe(false);
    expect(await read()).toEqual(both);
    const seconds = (await readTallies(database)).map((tally) => tally.seconds / tally.count);
    for (const value of seconds) expect(value).toBeGreaterThan(99);
  });

  test('do not require a scan of all transfers to count the open ones', async () => {
    const database = await createDatabase(4000);
    await finish(database, 'delivered', [1, 3990]);
    while (await foldTallies(database));
    await database.query('vacuum analyze transfers');
    const { open, tallies } = await readFigures(database, createSampleCatalog());
    expect(open).toEqual([{ state: 'seen', count: 11, oldestAge: expect.any(Number) }]);
    expect(tallies.reduce((sum, { count }) => sum + count, 0)).toBe(3989);
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
    await readFigures(spy, createSampleCatalog());
    const onTransfers = statements.filter((sql) => sql.includes('from transfers'));
    expect(onTransfers.length).toBeGreaterThan(0);
    for (const sql of onTransfers) {
      const plan = await database.query<{ 'QUERY PLAN': string }>(`explain ${sql}`);
      expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on transfers/);
    }
  });
});
