import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestPostgres } from '../../tools/lab/postgres/testPostgres.ts';
import { startTestPostgres } from '../../tools/lab/postgres/testPostgres.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { grantRights } from './rights.ts';

const MAX_CONNECTIONS = 60;

let server: TestPostgres;
let url: string;
let opened: Client[] = [];

async function connectAs(role: string, database = 'test_1'): Promise<Client> {
  const client = new Client({
    connectionString: url.replace('postgres@', `${role}@`).replace('test_1', database),
    // A session can change its own settings.
    options: '-c default_transaction_read_only=off',
  });
  // A connection that the server ends emits this event. Without a listener, it would end the process.
  client.on('error', () => {});
  await client.connect();
  opened.push(client);
  return client;
}

beforeAll(async () => {
  server = await startTestPostgres({ settings: [`max_connections=${MAX_CONNECTIONS}`] });
  url = await server.createDatabase();
  const admin = await openPostgres({ url, poolSize: 1 }, () => {});
  const create = await readFile(new URL('create.sql', import.meta.url), 'utf8');
  await admin.transaction((transaction) => transaction.script(create));
  await admin.close();
  const owner = await openPostgres({ url: url.replace('postgres@', 'causeway_migrate@'), poolSize: 2 }, () => {});
  await migrate(owner);
  await grantRights(owner);
  await owner.close();
});
afterEach(async () => {
  await Promise.all(opened.map((client) => client.end()));
  opened = [];
});
afterAll(() => server?.stop());

describe('a thief with the DATABASE_URL of the API', () => {
  test.each([
    ['fill the disk with large objects', 'select lo_create(0)'],
    ['fill the disk with large objects of any content', "select lo_from_bytea(0, 'x')"],
    ['fill the disk with log messages', "select pg_logical_emit_message(false, 'x', 'x')"],
    ['fill the disk with temporary files', 'set temp_file_limit = -1'],
    ['use up the lock table of the server', 'select pg_advisory_lock(n) from generate_series(1, 2) n'],
    ['block every migration', 'select pg_try_advisory_lock(72634101)'],
  ])('cannot %s', async (_what, sql) => {
    const thief = await connectAs('causeway_api');
    await expect(thief.query(sql)).rejects.toThrow('permission denied');
  });

  test('has a limit on temporary files', async () => {
    const thief = await connectAs('causeway_api');
    const { rows } = await thief.query("select current_setting('temp_file_limit') as most");
    expect(rows).toEqual([{ most: '256MB' }]);
  });

  test.each(['postgres', 'template1'])('cannot connect to the database %s, which has other rights', async (name) => {
    await expect(connectAs('causeway_api', name)).rejects.toThrow('permission denied for database');
  });

  test('cannot delay the worker with a migration that waits for its lock', async () => {
    const thief = await connectAs('causeway_api');
    await thief.query('begin; lock table transfers in access share mode');
    const owner = await openPostgres({ url: url.replace('postgres@', 'causeway_migrate@'), poolSize: 2 }, () => {});
    const folder = await mkdtemp(join(tmpdir(), 'causeway-schema-'));
    try {
      await cp(new URL('./schema', import.meta.url), folder, { recursive: true });
      await writeFile(join(folder, '0001_more.sql'), 'alter table transfers add column more text;');
      await expect(migrate(owner, pathToFileURL(`${folder}/`))).rejects.toMatchObject({ code: 'SCHEMA_LOCKED' });
    } finally {
      await rm(folder, { recursive: true });
      await owner.close();
    }
    const worker = await connectAs('causeway_worker');
    expect((await worker.query('select count(*) from transfers')).rowCount).toBe(1);
  });

  test('leaves connections for the worker even after opening as many as it can', async () => {
    let refused: unknown = null;
    for (let count = 0; count < MAX_CONNECTIONS && refused === null; count += 1) {
      await connectAs('causeway_api').catch((error: unknown) => {
        refused = error;
      });
    }
    expect(refused).toMatchObject({ message: expect.stringContaining('too many connections for role') });
    const worker = await connectAs('causeway_worker');
    expect((await worker.query('select count(*) from transfers')).rowCount).toBe(1);
  });
});
