import { zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeTestOrder } from '../../../tools/lab/postgres/placeTestOrder.ts';
import type { TestDatabases } from '../../../tools/lab/postgres/testDatabases.ts';
import { DATABASE_KINDS, startTestDatabases } from '../../../tools/lab/postgres/testDatabases.ts';
import { createSampleCatalog, pickRoute } from '../../../tools/lab/service/sampleCatalog.ts';
import type { Database } from '../../db/database.ts';
import { INCIDENT_KINDS } from '../../db/incidents.ts';
import { migrate } from '../../db/migrate.ts';
import { readDatabaseMetrics } from './metrics.ts';

const NEVER_READ = [
  ['causeway_read_age_seconds', ['watch', 'liquidity', 'books', 'vault']],
  ['causeway_unread_blocks', ['watch', 'rescan']],
] as const;

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
      file.guards.maxNetOutflow = '100000';
    });
    const [chain] = catalog.chains;
    const insert = "insert into chains (chain_id, genesis_hash, deposit_contract) values ($1, '0x', '0x')";
    await database.query(insert, [chain?.id ?? 0]);
    const series = await readDatabaseMetrics(database, catalog);
    for (const [metric, readers] of NEVER_READ) {
      const samples = series.find((one) => one.name === metric)?.samples;
      const infinite = catalog.chains.flatMap(({ name }) =>
        readers.map((reader) => ({ labels: { chain: name, reader }, value: Number.POSITIVE_INFINITY })),
      );
      expect(samples, metric).toEqual(infinite);
    }
  });

  test('show amounts in whole tokens, the newest age of a chain, the pauses, and the cap of the exposure', async () => {
    const database = await databases.open();
    await migrate(database);
    const catalog = createSampleCatalog((file) => {
      for (const chain of file.chains.slice(0, 1)) Object.assign(chain, { exposureCap: '5000' });
    });
    const { origin, originToken } = pickRoute(catalog, 'USDC');
    const insert = `insert into liquidity (chain_id, token, free, balance, spendable, per_payment, read_at)
      values ($1, $2, 1500000, 2500000, 3500000, 4500000, now() - $3 * interval '1 second')`;
    await database.query(insert, [origin.id, originToken.address, 5000]);
    await database.query(insert, [origin.id, zeroAddress, 100]);
    await database.query("insert into pauses (subject, who, why) values ('all', 'operator', 'test')");
    const series = await readDatabaseMetrics(database, catalog);
    const samplesOf = (name: string) => series.find((one) => one.name === name)?.samples ?? [];
    const labels = { chain: origin.name, token: 'USDC' };
    expect(samplesOf('causeway_liquidity_free_tokens')).toContainEqual({ labels, value: 1.5 });
    expect(samplesOf('causeway_vault_balance_tokens')).toContainEqual({ labels, value: 2.5 });
    expect(samplesOf('causeway_vault_window_left_tokens')).toContainEqual({ labels, value: 3.5 });
    expect(samplesOf('causeway_vault_payment_cap_tokens')).toContainEqual({ labels, value: 4.5 });
    const age = samplesOf('causeway_read_age_seconds').find(
      (one) => one.labels.chain === origin.name && one.labels.reader === 'liquidity',
    )?.value;
    expect(age).toBeGreaterThanOrEqual(100);
    expect(age).toBeLessThan(5000);
    expect(samplesOf('causeway_paused')).toEqual([{ labels: {}, value: 1 }]);
    const [capped] = catalog.chains;
    expect(samplesOf('causeway_exposure_cap')).toEqual([{ labels: { chain: capped?.name }, value: 5000 }]);
  });

  test('name what stops payments: a halted sender, a paused vault, and the circuit breaker', async () => {
    const database = await databases.open();
    await migrate(database);
    const catalog = createSampleCatalog();
    const [north, south] = catalog.chains;
    if (!north || !south) throw new Error('the example has two chains');
    const stops = async () => {
      const series = await readDatabaseMetrics(database, catalog);
      const { samples = [] } = series.find(({ name }) => name === 'causeway_payments_stopped') ?? {};
      return samples.filter(({ value }) => value > 0);
    };
    expect(await stops()).toEqual([]);
    const chain =
      "insert into chains (chain_id, genesis_hash, deposit_contract, vault_paused) values ($1, '0x', '0x', $2)";
    await database.query(chain, [north.id, false]);
    await database.query(chain, [south.id, true]);
    const sender =
      'insert into senders (chain_id, address, next_nonce, halted_reason, revoked) values ($1, $2, 0, $3, $4)';
    await database.query(sender, [north.id, '0x1', 'a foreign transaction', false]);
    await database.query(sender, [south.id, '0x2', 'a stolen key', true]);
    await database.query("insert into breaker_trips (subject, detail) values ('all', 'test')");
    expect(await stops()).toEqual([
      { labels: { chain: north.name, cause: 'halt' }, value: 1 },
      { labels: { chain: south.name, cause: 'vault' }, value: 1 },
      { labels: { cause: 'breaker' }, value: 1 },
    ]);
  });

  test('count incidents by kind until an operator resolves them, without announced ones', async () => {
    const database = await databases.open();
    await migrate(database);
    await database.query("insert into chains (chain_id, genesis_hash, deposit_contract) values (1, '0x', '0x')");
    const report = async (kind: string, call: string | null = null) => {
      const insert = 'insert into incidents (kind, chain_id, detail, call) values ($1, 1, $1, $2) returning id';
      const [row] = await database.query<{ id: bigint }>(insert, [kind, call]);
      return row?.id;
    };
    const open = async () => {
      const series = await readDatabaseMetrics(database, createSampleCatalog());
      const samples = series.find(({ name }) => name === 'causeway_open_incidents')?.samples ?? [];
      expect(samples.map(({ labels }) => labels.kind)).toEqual(INCIDENT_KINDS);
      return Object.fromEntries(samples.flatMap(({ labels, value }) => (value > 0 ? [[labels.kind, value]] : [])));
    };
    const first = await report('rescanFound');
    const second = await report('rescanFound');
    const parameters = { call: 'unpause()', seconds: 60 };
    await placeTestOrder(database, { action: 'announce', subject: 'chain:1', parameters });
    await report('actionScheduled', 'unpause()');
    expect(await open()).toEqual({ rescanFound: 2 });
    await placeTestOrder(database, { action: 'resolve', subject: `incident:${first}` });
    expect(await open()).toEqual({ rescanFound: 1 });
    await placeTestOrder(database, { action: 'resolve', subject: `incident:${second}` });
    expect(await open()).toEqual({});
  });

  test('group due payments by what they wait for, and show the gas that payments can need', async () => {
    const database = await createDatabase(3);
    const catalog = createSampleCatalog();
    const [chain] = catalog.chains;
    if (!chain) throw new Error('the example has two chains');
    await database.query(
      `update transfers set state = 'confirmed', paying_chain_id = 1, waits_for = 'gas', waiting_since = now(), recipient = '0x',
         receive_amount = 1, destination_token = '0x' where id = '0x' || lpad('1', 64, '0')`,
    );
    await database.query(
      `insert into chains (chain_id, genesis_hash, deposit_contract, gas_balance, gas_floor)
       values ($1, '0x', '0x', 1500000000000000000, 2500000000000000000)`,
      [chain.id],
    );
    const series = await readDatabaseMetrics(database, catalog);
    const samplesOf = (name: string) => series.find((one) => one.name === name)?.samples ?? [];
    const open = samplesOf('causeway_transfers').filter(({ value }) => value > 0);
    expect(open).toEqual([
      { labels: { state: 'seen' }, value: 2 },
      { labels: { state: 'confirmed', waits_for: 'gas' }, value: 1 },
    ]);
    const labels = { chain: chain.name };
    expect(samplesOf('causeway_gas_balance_tokens')).toContainEqual({ labels, value: 1.5 });
    expect(samplesOf('causeway_gas_floor_tokens')).toContainEqual({ labels, value: 2.5 });
  });

  test('need no scan of all transfers to count the open ones', async () => {
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
