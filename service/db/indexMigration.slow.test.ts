import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openInMemory } from '../../lab/postgres/openInMemory.ts';
import type { TestPostgres } from '../../lab/postgres/testPostgres.ts';
import { startTestPostgres } from '../../lab/postgres/testPostgres.ts';
import type { Database } from './database.ts';
import { findMissingMigrations, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const dir = mkdtempSync(join(tmpdir(), 'causeway-migrations-'));
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(dir, { recursive: true });
});

const FILES = {
  '0001_notes.sql': 'create table notes (note text);',
  '0002_notes_by_text.index.sql': `-- A failed attempt leaves an invalid index.
drop index concurrently if exists notes_by_text;
create unique index concurrently notes_by_text on notes (note);`,
  '0003_author.expand.sql': 'alter table notes add column author text;',
};

function createFolder(names: readonly (keyof typeof FILES)[]): URL {
  const folder = mkdtempSync(join(dir, 'version-'));
  for (const name of names) writeFileSync(join(folder, name), FILES[name]);
  return pathToFileURL(`${folder}/`);
}

const ALL = Object.keys(FILES) as (keyof typeof FILES)[];
const isIndexed = async (database: Database) =>
  (await database.query("select 1 from pg_index where indisvalid and indexrelid = 'notes_by_text'::regclass"))
    .length === 1;

describe('a migration that builds an index', () => {
  test('runs outside a transaction, once, in its place, while others migrate too', async () => {
    const database = await openPostgres({ url: await postgres.createDatabase(), poolSize: 6 }, () => {});
    const folder = createFolder(ALL);
    const applied = await Promise.all([
      migrate(database, folder),
      migrate(database, folder),
      migrate(database, folder),
    ]);
    expect(applied.flat().sort()).toEqual(ALL);
    expect(await isIndexed(database)).toBe(true);
    expect(await migrate(database, folder)).toEqual([]);
    await database.close();
  });

  test('is built again after an attempt that failed', async () => {
    const database = await openPostgres({ url: await postgres.createDatabase(), poolSize: 2 }, () => {});
    await migrate(database, createFolder(['0001_notes.sql']));
    await database.query("insert into notes values ('twice'), ('twice')");
    const folder = createFolder(ALL);
    await expect(migrate(database, folder)).rejects.toThrow(/could not create unique index|duplicated/);
    await database.query('truncate notes');
    expect(await migrate(database, folder)).toEqual(ALL.slice(1));
    expect(await isIndexed(database)).toBe(true);
    await database.close();
  });

  test('works in an embedded database', async () => {
    const database = await openInMemory();
    expect(await migrate(database, createFolder(ALL))).toEqual(ALL);
    expect(await isIndexed(database)).toBe(true);
    await database.close();
  });
});

describe('the version before', () => {
  test('works with a schema to which newer migrations have only added', async () => {
    const database = await openInMemory();
    await migrate(database, createFolder(ALL));
    expect(await findMissingMigrations(database, createFolder(['0001_notes.sql']))).toEqual([]);
    await database.close();
  });

  test('refuses a schema that a newer migration may have changed', async () => {
    const database = await openInMemory();
    await migrate(database, createFolder(['0001_notes.sql']));
    await expect(findMissingMigrations(database, createFolder(['0003_author.expand.sql']))).rejects.toThrow(
      '0001_notes.sql',
    );
    await database.close();
  });
});

test('a migration that says that it adds, does not change or remove anything', () => {
  const folder = new URL('./migrations/', import.meta.url);
  for (const name of readdirSync(folder)) {
    const sql = readFileSync(new URL(name, folder), 'utf8').replace(/^\s*--.*$/gm, '');
    if (/\.expand\.sql$/.test(name))
      expect([name, sql]).not.toEqual([name, expect.stringMatching(/\b(?:drop|rename|set not null|alter column)\b/i)]);
    if (/\.index\.sql$/.test(name)) expect(sql).toMatch(/create (?:unique )?index concurrently/i);
  }
});
