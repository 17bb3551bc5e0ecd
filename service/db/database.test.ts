import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { DATABASE_KINDS, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import type { Database } from './database.ts';
import { findMissingMigrations, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

describe.each(DATABASE_KINDS)('a database (%s)', (kind) => {
  let databases: TestDatabases;
  let database: Database;

  beforeAll(async () => {
    databases = await startTestDatabases(kind);
    database = await databases.openEmpty();
  });

  afterAll(() => databases?.stop());

  test('returns a value of each type unchanged', async () => {
    const [row] = await database.query(
      `select $1::int8 as large, $2::numeric(78,0) as amount, $3::timestamptz as moment, $4::int4 as small,
         count(*) as count, $5::boolean as flag, $6::text[] as list from (values (1), (2)) as pair`,
      [2n ** 53n + 1n, 2n ** 256n - 1n, new Date('2026-01-02T03:04:05.678Z'), 7, true, ['a', 'b']],
    );
    expect(row).toEqual({
      large: 2n ** 53n + 1n,
      amount: 2n ** 256n - 1n,
      moment: new Date('2026-01-02T03:04:05.678Z'),
      small: 7,
      count: 2,
      flag: true,
      list: ['a', 'b'],
    });
  });

  test('rolls back a transaction that throws', async () => {
    await database.transaction((transaction) => transaction.script('create table kept (id int primary key)'));
    const failing = database.transaction(async (transaction) => {
      await transaction.query('insert into kept values (1)');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.query('select * from kept')).toEqual([]);
  });

  test("answers a prepared query even after another process changed a column's type", async () => {
    await database.query('create table changing (value integer not null)');
    await database.query('insert into changing values (7)');
    const read = () => database.query('select value from changing', [], { isPrepared: true });
    // Once per connection in the pool.
    expect(await Promise.all(Array.from({ length: 20 }, read))).toContainEqual([{ value: 7 }]);
    await database.query('alter table changing alter column value type text');
    for (let count = 0; count < 20; count += 1) expect(await read()).toEqual([{ value: '7' }]);
  });

  // A pooler in transaction mode gives each query any server connection: one that lacks the statement, or on which
  // another process has prepared it.
  test.runIf(kind === 'postgresql')('stops preparing queries behind a pooler that loses the statements', async () => {
    const url = databases.urlOf(database);
    const listStatements = 'select name, statement from pg_prepared_statements';
    const readOn = (one: Database) => one.query('select 7 as seven', [], { isPrepared: true });
    const open = () => openPostgres({ url, poolSize: 1 }, () => {});
    const [one, other] = await Promise.all([open(), open()]);
    try {
      expect(await readOn(one)).toEqual([{ seven: 7 }]);
      const [prepared] = await one.query<{ name: string; statement: string }>(listStatements);
      await other.query(`prepare ${prepared?.name} as ${prepared?.statement}`);
      await one.query('deallocate all');
      for (const changed of [one, other]) {
        for (let count = 0; count < 3; count += 1) expect(await readOn(changed)).toEqual([{ seven: 7 }]);
        expect(await changed.query(listStatements)).toEqual([]);
      }
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });

  test('applies each file of the schema once when several processes start together', async () => {
    const fresh = await databases.openEmpty();
    const applied = await Promise.all([migrate(fresh), migrate(fresh), migrate(fresh)]);
    const files = await readdir(new URL('./schema', import.meta.url));
    expect(applied.flat().sort()).toEqual(files.sort());
    expect(await migrate(fresh)).toEqual([]);
  });

  test('refuses a database that a newer version has migrated', async () => {
    const fresh = await databases.openEmpty();
    await migrate(fresh);
    await fresh.query("insert into migrations (name, hash) values ('9999_later.sql', 'x')");
    await expect(migrate(fresh)).rejects.toThrow('9999_later.sql');
  });

  test('works with a newer schema that has only additions', async () => {
    const fresh = await databases.openEmpty();
    await migrate(fresh);
    await fresh.query("insert into migrations (name, hash) values ('9999_later.expand.sql', 'x')");
    expect(await migrate(fresh)).toEqual([]);
  });

  test('refuses a database that was created from other contents of a file', async () => {
    const fresh = await databases.openEmpty();
    await migrate(fresh);
    await fresh.query("update migrations set hash = 'x' where name = 'tables.sql'");
    await expect(findMissingMigrations(fresh)).rejects.toMatchObject({ code: 'SCHEMA_UNKNOWN' });
    await expect(migrate(fresh)).rejects.toThrow('other contents of tables.sql');
  });

  test('applies the migrations of later releases in the order of their names, after the schema', async () => {
    const fresh = await databases.openEmpty();
    await migrate(fresh);
    const folder = await mkdtemp(join(tmpdir(), 'causeway-schema-'));
    try {
      await cp(new URL('./schema', import.meta.url), folder, { recursive: true });
      await writeFile(join(folder, '0002_author.expand.sql'), 'alter table notes add column author text;');
      await writeFile(join(folder, '0001_notes.sql'), 'create table notes (note text);');
      const later = pathToFileURL(`${folder}/`);
      expect(await findMissingMigrations(fresh, later)).toEqual(['0001_notes.sql', '0002_author.expand.sql']);
      expect(await migrate(fresh, later)).toEqual(['0001_notes.sql', '0002_author.expand.sql']);
      await expect(migrate(fresh)).rejects.toThrow('it has 0001_notes.sql.');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
