import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { storeTransfer, TEST_ADDRESS } from '../../tools/lab/postgres/storeTransfer.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { rememberChain } from '../chain/chains.ts';
import { TRANSFER_STATES } from '../deposits/model/transfer.ts';
import { rememberSender } from '../payments/senders.ts';
import type { Database } from './database.ts';
import { migrate, readSchema, SCHEMA } from './migrate.ts';

type Hashes = Readonly<Record<string, string>>;
/** A row as JSON, with amounts that a JavaScript number cannot hold. */
type Row = { readonly table: string; readonly row: string };

const TABLES = ['chains', 'senders', 'deposits', 'transfers', 'sends', 'obligations'];

let databases: TestDatabases;
let folder: string;
let current: Hashes;

beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  current = Object.fromEntries((await readSchema()).map(({ name, hash }) => [name, hash]));
});
afterAll(() => databases?.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-schema-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The last release's files, with their hashes; before the first release, the current schema. */
async function readReleased(): Promise<Hashes> {
  const released: Hashes = JSON.parse(await readFile(new URL('released.json', import.meta.url), 'utf8'));
  return Object.keys(released).length > 0 ? released : current;
}

/** A transfer in each state, as rows of the current schema. */
async function createRows(): Promise<readonly Row[]> {
  const database = await databases.open();
  const contracts = { depositContract: TEST_ADDRESS, vault: TEST_ADDRESS } as const;
  await rememberChain(database, { chainId: 1, genesisHash: `0x${'00'.repeat(32)}`, ...contracts });
  await rememberSender(database, { chainId: 1, address: TEST_ADDRESS, nextNonce: 0, haltedReason: null });
  for (const [nonce, state] of TRANSFER_STATES.entries()) await storeTransfer(database, { state, nonce });
  return readRows(database);
}

const parseRow = ({ table, row }: Row): unknown => ({ table, row: JSON.parse(row) });

async function readRows(database: Database): Promise<readonly Row[]> {
  const selects = TABLES.map((table) => `select '${table}' as table, to_jsonb(t)::text as row from ${table} t`);
  return database.query<Row>(`${selects.join(' union all ')} order by 1, 2`);
}

/** Stores rows in a schema that may be older, ignoring columns it lacks. */
async function insertRows(database: Database, rows: readonly Row[]): Promise<void> {
  await database.transaction(async (transaction) => {
    // Without the triggers, which prevent a transfer from starting in a later state.
    await transaction.query('set local session_replication_role = replica');
    for (const { table, row } of rows) {
      await transaction.query(
        `insert into ${table} overriding system value select * from jsonb_populate_record(null::${table}, $1::jsonb)`,
        [row],
      );
    }
  });
}

/** Creates a database with a release's files and with rows. */
async function createReleased(released: Hashes): Promise<Database> {
  const database = await databases.openEmpty();
  for (const name of Object.keys(released)) await copyFile(new URL(name, SCHEMA), join(folder, name));
  await migrate(database, pathToFileURL(`${folder}/`));
  for (const [name, hash] of Object.entries(released)) {
    await database.query('update migrations set hash = $2 where name = $1', [name, hash]);
  }
  await insertRows(database, await createRows());
  return database;
}

/** Everything in a schema that a release can change. */
function describeSchema(database: Database): Promise<readonly unknown[]> {
  return database.query(`
    select 'column' as kind, table_name || '.' || column_name as name, concat_ws(' ', data_type, is_nullable, column_default) as what
      from information_schema.columns where table_schema = 'public'
    union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'function', oid::regprocedure::text, pg_get_functiondef(oid)
      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    order by 1, 2, 3`);
}

test('a database of the last release gets the schema of a new one, and keeps its rows', async () => {
  const upgraded = await createReleased(await readReleased());
  const before = await readRows(upgraded);
  expect(before.length).toBeGreaterThan(3 * TRANSFER_STATES.length);
  await migrate(upgraded);
  expect((await readRows(upgraded)).map(parseRow)).toMatchObject(before.map(parseRow));
  expect(await describeSchema(upgraded)).toEqual(await describeSchema(await databases.open()));
});

test('an edited file of a release is found', async () => {
  const upgraded = await createReleased({ ...current, 'tables.sql': 'the hash of the release' });
  await expect(migrate(upgraded)).rejects.toThrow('other contents of tables.sql');
});

test('a migration that fails with rows is found', async () => {
  const upgraded = await createReleased(current);
  await cp(SCHEMA, folder, { recursive: true });
  await writeFile(join(folder, '0001_note.sql'), 'alter table transfers add column remark text not null;');
  await expect(migrate(upgraded, pathToFileURL(`${folder}/`))).rejects.toThrow('contains null values');
});
