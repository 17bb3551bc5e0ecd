import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPostgres } from '../../tools/lab/postgres/testPostgres.ts';
import { startTestPostgres } from '../../tools/lab/postgres/testPostgres.ts';
import type { Database } from './database.ts';
import { migrate, prepareSchema, refuseNeedlessRights } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { DATABASE_ROLES, FUNCTION_RIGHTS, grantRights, TABLE_RIGHTS, WORKER_COLUMNS } from './rights.ts';

const PRIVILEGES = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'] as const;

let server: TestPostgres;
let url: string;
let emptyUrl: string;
const opened: Database[] = [];

async function openAs(role: string): Promise<Database> {
  const database = await openPostgres({ url: url.replace('postgres@', `${role}@`), poolSize: 2 }, () => {});
  opened.push(database);
  return database;
}

beforeAll(async () => {
  server = await startTestPostgres({ fsync: 'on' });
  url = await server.createDatabase();
  emptyUrl = await server.createDatabase();
  const create = await readFile(new URL('create.sql', import.meta.url), 'utf8');
  const admin = await openAs('postgres');
  // An administrator can run the script again.
  for (let run = 0; run < 2; run += 1) await admin.transaction((transaction) => transaction.script(create));
  const owner = await openAs('causeway_migrate');
  await migrate(owner);
  expect(await grantRights(owner)).toEqual(DATABASE_ROLES);
});

afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await server?.stop();
});

test('each role has exactly its listed rights on every table', async () => {
  const [admin] = opened;
  const found = await admin?.query<{ role: string; table: string; privilege: string; allowed: boolean }>(
    `select role, tablename as table, privilege, has_table_privilege(role, tablename::text, privilege) as allowed
     from unnest($1::text[]) as role, (select tablename, schemaname from pg_tables union all select viewname, schemaname from pg_views) as relations,
       unnest($2::text[]) as privilege where schemaname = 'public'`,
    [DATABASE_ROLES, PRIVILEGES],
  );
  const tables = new Set(found?.map(({ table }) => table));
  expect([...tables].sort()).toEqual(Object.keys(TABLE_RIGHTS).sort());
  expect(found?.length).toBe(tables.size * DATABASE_ROLES.length * PRIVILEGES.length);
  const describeRight = (role: string, table: string, privilege: string) => `${role}: ${privilege} on ${table}`;
  const granted = found?.filter(({ allowed }) => allowed);
  const listed = Object.entries(TABLE_RIGHTS).flatMap(([table, rights]) =>
    DATABASE_ROLES.flatMap((role) => rights[role].map((right) => describeRight(role, table, right))),
  );
  expect(granted?.map(({ role, table, privilege }) => describeRight(role, table, privilege)).sort()).toEqual(
    listed.sort(),
  );
});

test.each(DATABASE_ROLES)(
  '%s can change only the listed columns of a table and call only the listed functions',
  async (role) => {
    const [admin] = opened;
    const columns = await admin?.query<{ name: string }>(
      `select c.relname || '.' || attname as name from pg_attribute join pg_class c on c.oid = attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attnum > 0
       and has_column_privilege($1, attrelid, attnum, 'update') and not has_table_privilege($1, attrelid, 'update')`,
      [role],
    );
    const listed = Object.entries(role === 'causeway_worker' ? WORKER_COLUMNS : {}).flatMap(([table, names]) =>
      names.map((name) => `${table}.${name}`),
    );
    expect(columns?.map(({ name }) => name).sort()).toEqual(listed.sort());
    const functions = await admin?.query<{ name: string }>(
      `select proname::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and has_function_privilege($1, oid, 'execute')`,
      [role],
    );
    expect(functions?.map(({ name }) => name).sort()).toEqual([...FUNCTION_RIGHTS[role]].sort());
  },
);

test('a function that runs with the rights of the owner has a fixed search path', async () => {
  const [admin] = opened;
  const open = await admin?.query(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
       and not coalesce('search_path=public, pg_temp' = any (proconfig), false)`,
  );
  expect(open).toEqual([]);
});

test.each([
  ['update obligations set amount = 1', 'permission denied'],
  ["update sends set call_data = '0x'", 'permission denied'],
  ["update senders set address = '0x'", 'permission denied'],
  ['update senders set halted_reason = null', 'cannot take back a final state of senders'],
  ['update senders set revoked = not revoked', 'a removed payer never pays again'],
  ['update chains set rewritten_reason = null', 'cannot take back a final state of chains'],
])('the role of the worker is refused: %s', async (sql, refusal) => {
  const [admin] = opened;
  await admin?.query(
    `insert into chains (chain_id, genesis_hash, deposit_contract, rewritten_reason) values (1, '0x', '0x', 'x')
     on conflict (chain_id) do nothing`,
  );
  await admin?.query(
    `insert into senders (chain_id, address, next_nonce, halted_reason, revoked) values (1, '0x', 0, 'x', true)
     on conflict do nothing`,
  );
  const worker = await openAs('causeway_worker');
  await expect(worker.query(sql)).rejects.toThrow(refusal);
});

describe.each(DATABASE_ROLES)('the role %s', (role) => {
  test.each([
    'create table mine (id int)',
    'create temporary table mine (id int)',
    'create function mine() returns int language sql as $$ select 1 $$',
    'create schema mine',
    'alter table transfers add column mine int',
    'alter table attempts disable trigger all',
    'drop trigger attempts_append_only on attempts',
    'drop table transfers',
    'truncate transfers cascade',
    'set role causeway_migrate',
    "update transfer_events set cause = 'x'",
    'delete from transfer_events',
    "update attempts set raw = '0x'",
    'delete from attempts',
    'delete from deposits',
    'delete from transfers',
    'delete from obligations',
    'update fee_schedules set gas_fee = 0',
    "update incidents set detail = 'x'",
    "insert into migrations (name, hash) values ('9999_mine.sql', 'x')",
  ])('is refused: %s', async (sql) => {
    const database = await openAs(role);
    // A role can lift the read-only setting, so only missing rights protect the tables.
    const attempt = database.transaction((transaction) => transaction.script(`set transaction read write; ${sql}`));
    await expect(attempt).rejects.toThrow(/permission denied|must be owner/);
  });

  test('starts on a migrated database, and is refused by one that lacks a migration', async () => {
    const database = await openAs(role);
    expect(await prepareSchema(database)).toEqual([]);
    const other = await openPostgres({ url: emptyUrl.replace('postgres@', `${role}@`), poolSize: 1 }, () => {});
    opened.push(other);
    await expect(prepareSchema(other)).rejects.toMatchObject({ code: 'SCHEMA_OUTDATED' });
  });
});

test.each([
  'insert into deposits select * from deposits',
  "update transfers set recipient = 'x'",
  'insert into fee_schedules select * from fee_schedules',
  'delete from fee_schedules',
  "insert into pauses (subject, who, why) values ('all', 'x', 'x')",
  'delete from pauses',
  'update senders set halted_reason = null',
  'update liquidity set free = 0',
  'select raw from attempts',
  'select * from transfers for update',
])('the role of the API is refused: %s', async (sql) => {
  const api = await openAs('causeway_api');
  await expect(
    api.transaction((transaction) => transaction.script(`set transaction read write; ${sql}`)),
  ).rejects.toThrow('permission denied');
});

test('a process with mainnets is refused a role with more rights than it needs', async () => {
  const roles = ['causeway_migrate', 'causeway_worker', 'causeway_operator', 'causeway_api'];
  const [owner, worker, operator, api] = await Promise.all(roles.map(openAs));
  if (!owner || !worker || !operator || !api) throw new Error('the roles exist');
  await expect(refuseNeedlessRights(owner, false)).rejects.toThrow('can change the schema');
  for (const writer of [worker, operator]) {
    await expect(refuseNeedlessRights(writer, true)).rejects.toThrow('can change transfers');
  }
  await refuseNeedlessRights(worker, false);
  await refuseNeedlessRights(api, true);
});
