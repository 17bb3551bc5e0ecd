import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { OperatorError } from '../operatorError.ts';
import type { Database } from './database.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
// Every version of the service must use the same number.
const LOCK_KEY = 7263_4101n;
// A change of a large table takes long. While it waits for a lock, every process waits behind it.
const TIMEOUTS = "set local statement_timeout = 0; set local lock_timeout = '4s'";
const LOCK_NOT_AVAILABLE = '55P03';

/** Another session kept a lock for too long. */
export class SchemaLocked extends OperatorError {
  readonly code = 'SCHEMA_LOCKED';
}

type Applied = { readonly name: string };

async function readNames(): Promise<readonly string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
}

/** @throws Error when the database has a migration that this version does not know */
function listMissing(names: readonly string[], applied: readonly Applied[]): readonly string[] {
  const unknown = applied.map(({ name }) => name).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database belongs to a newer version of the service: it has ${unknown.join(', ')}. Start that version.`,
    );
  }
  return names.filter((name) => !applied.some((migration) => migration.name === name));
}

/**
 * The migrations of this version that a database lacks.
 * @throws Error when the database belongs to a newer version
 */
export async function findMissingMigrations(database: Database): Promise<readonly string[]> {
  const [table] = await database.query("select 1 from pg_tables where tablename = 'migrations'");
  return listMissing(await readNames(), table ? await database.query<Applied>('select name from migrations') : []);
}

async function apply(database: Database): Promise<readonly string[]> {
  const names = await readNames();
  const files = await Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, MIGRATIONS), 'utf8') })),
  );
  return database.transaction(async (transaction) => {
    await transaction.script(TIMEOUTS);
    await transaction.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    await transaction.script(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const missing = listMissing(names, await transaction.query<Applied>('select name from migrations'));
    for (const { name, sql } of files.filter((file) => missing.includes(file.name))) {
      await transaction.script(sql);
      await transaction.query('insert into migrations (name) values ($1)', [name]);
    }
    return missing;
  });
}

/**
 * Applies the missing migrations in one transaction. Processes that start together wait for each other.
 * @throws SchemaLocked
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  try {
    return await apply(database);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
    throw new SchemaLocked(
      'Another session locks the tables, so nothing was migrated. Find it: select pid, usename, xact_start, query from pg_stat_activity order by xact_start; end it: select pg_terminate_backend(<pid>); then migrate again.',
      { cause: error },
    );
  }
}
