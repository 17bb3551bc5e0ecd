import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../operatorError.ts';
import type { Database, Transaction } from './database.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
// Every version of the service must use the same number.
const LOCK_KEY = 7263_4101n;
// A change of a large table takes long. While it waits for a lock, every process waits behind it.
const LOCK_TIMEOUT = "set local lock_timeout = '4s'";
const LOCK_NOT_AVAILABLE = '55P03';
// PostgreSQL ends one of two transactions that wait for each other.
const DEADLOCK = '40P01';

/** Another session kept a lock for too long. */
export class SchemaLocked extends OperatorError {
  readonly code = 'SCHEMA_LOCKED';
}

type Applied = { readonly name: string };

// An index of a large table is built outside a transaction, while the service writes to the table.
const INDEX = /\.index\.sql$/;
// A migration that only adds. The version before it works with it, so an operator can go back to that version.
const ADDS = /\.(?:expand|index)\.sql$/;

async function readNames(folder: URL): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/** @throws Error when the database has a migration that this version does not know and cannot work with */
function listMissing(names: readonly string[], applied: readonly Applied[]): readonly string[] {
  const unknown = applied.map(({ name }) => name).filter((name) => !names.includes(name) && !ADDS.test(name));
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
export async function findMissingMigrations(database: Database, folder = MIGRATIONS): Promise<readonly string[]> {
  const [table] = await database.query("select 1 from pg_tables where tablename = 'migrations'");
  return listMissing(
    await readNames(folder),
    table ? await database.query<Applied>('select name from migrations') : [],
  );
}

async function readMissing(transaction: Transaction, folder: URL): Promise<readonly string[]> {
  // Waits as long as another process migrates.
  await transaction.script('set local statement_timeout = 0');
  await transaction.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
  await transaction.script(LOCK_TIMEOUT);
  await transaction.script(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  return listMissing(await readNames(folder), await transaction.query<Applied>('select name from migrations'));
}

const readSql = (folder: URL, name: string) => readFile(new URL(name, folder), 'utf8');
const remember = (transaction: Transaction, name: string) =>
  transaction.query('insert into migrations (name) values ($1)', [name]);

/** Applies the missing migrations up to the next index. */
async function applyUntilIndex(database: Database, folder: URL): Promise<readonly string[]> {
  const files = new Map<string, string>();
  // Read before the transaction: it must not wait for the disk.
  for (const name of await readNames(folder)) files.set(name, await readSql(folder, name));
  return database.transaction(async (transaction) => {
    const missing = await readMissing(transaction, folder);
    const next = missing.findIndex((name) => INDEX.test(name));
    const now = next === -1 ? missing : missing.slice(0, next);
    for (const name of now) {
      await transaction.script(files.get(name) ?? '');
      await remember(transaction, name);
    }
    return now;
  });
}

// Only one process at a time builds. Waiting for it inside a statement would hold a snapshot, for which the build waits in turn.
const CLAIM_BUILD = 'lock table migrations in share update exclusive mode nowait';
const BUILD_POLL_MS = 250;

function isLockRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);
}

function splitStatements(sql: string): readonly string[] {
  const statements = sql.replace(/^--.*$/gm, '').split(';');
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}

/** Builds one index, unless another process has built it. The transaction only claims the work. */
async function buildIndex(database: Database, folder: URL, name: string): Promise<boolean> {
  const statements = splitStatements(await readSql(folder, name));
  return database.transaction(async (transaction) => {
    await transaction.script(CLAIM_BUILD);
    const done = await transaction.query('select 1 from migrations where name = $1', [name]);
    if (done.length > 0) return false;
    // Also ends the query before it, whose snapshot would stay open, and the build would wait for it.
    await transaction.script('set local idle_in_transaction_session_timeout = 0');
    for (const statement of statements) {
      // An embedded database has one connection and one process.
      if (database.kind === 'embedded') await transaction.script(statement.replaceAll(/\bconcurrently\b/gi, ''));
      else await database.query(statement);
    }
    await remember(transaction, name);
    return true;
  });
}

async function apply(database: Database, folder: URL): Promise<readonly string[]> {
  const applied: string[] = [];
  for (;;) {
    applied.push(...(await applyUntilIndex(database, folder)));
    const [name] = await findMissingMigrations(database, folder);
    if (name === undefined) return applied;
    // Another process can have applied what was missing in the meantime.
    if (!INDEX.test(name)) continue;
    try {
      if (await buildIndex(database, folder, name)) applied.push(name);
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      await setTimeout(BUILD_POLL_MS);
    }
  }
}

/**
 * Applies the missing migrations, those between two indexes in one transaction. Processes that start together wait for each other.
 * @param folder the migrations; by default those of this version
 * @throws SchemaLocked
 */
export async function migrate(database: Database, folder: URL = MIGRATIONS): Promise<readonly string[]> {
  try {
    return await apply(database, folder);
  } catch (error) {
    if (!isLockRefused(error)) throw error;
    throw new SchemaLocked(
      'Another session locks the tables, so nothing was migrated. Find it: select pid, usename, xact_start, query from pg_stat_activity order by xact_start; end it: select pg_terminate_backend(<pid>); then migrate again.',
      { cause: error },
    );
  }
}
