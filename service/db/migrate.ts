import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { OperatorError } from '../boot/operatorError.ts';
import type { Database, Transaction } from './database.ts';
import { UnsafeDatabase } from './database.ts';

/** The folder of this version's schema. */
export const SCHEMA = new URL('./schema/', import.meta.url);
// A new database gets these files in this order, then the later releases' migrations: all other files, in name order.
const FIRST_FILES = ['tables.sql', 'guards.sql', 'transferOrders.sql', 'chainOrders.sql', 'orders.sql'];
// The same number in every version of the service.
const LOCK_KEY = 7263_4101n;
// While a change waits for a lock, every process queues behind it.
const LOCK_TIMEOUT = "set local lock_timeout = '4s'";
const LOCK_NOT_AVAILABLE = '55P03';
// PostgreSQL ends one of two transactions that wait for each other.
const DEADLOCK = '40P01';
// A migration that only adds. The previous version works with it, so an operator can go back.
const ADDS = /\.expand\.sql$/;

/** Another session held a lock for too long. */
class SchemaLocked extends OperatorError {
  readonly code = 'SCHEMA_LOCKED';
}

/** The database has a schema that this version does not know. */
class SchemaUnknown extends OperatorError {
  readonly code = 'SCHEMA_UNKNOWN';
}

type SchemaFile = { readonly name: string; readonly sql: string; readonly hash: string };
type Applied = { readonly name: string; readonly hash: string };

/** The files of a schema, in the order in which a new database gets them. */
export async function readSchema(folder = SCHEMA): Promise<readonly SchemaFile[]> {
  const names = (await readdir(folder)).filter((name) => !FIRST_FILES.includes(name)).sort();
  return Promise.all(
    [...FIRST_FILES, ...names].map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** @throws SchemaUnknown */
function listMissing(files: readonly SchemaFile[], applied: readonly Applied[]): readonly SchemaFile[] {
  const unknown = applied.filter(({ name }) => !files.some((file) => file.name === name) && !ADDS.test(name));
  if (unknown.length > 0) {
    throw new SchemaUnknown(
      `The database belongs to a newer version of the service: it has ${unknown.map(({ name }) => name).join(', ')}. Start that version.`,
    );
  }
  const changed = files.filter(({ name, hash }) => applied.some((file) => file.name === name && file.hash !== hash));
  if (changed.length > 0) {
    throw new SchemaUnknown(
      `The database was made with other contents of ${changed.map(({ name }) => name).join(', ')}. Start the version that made it, or use a new database.`,
    );
  }
  return files.filter(({ name }) => !applied.some((file) => file.name === name));
}

const readApplied = (database: Pick<Database, 'query'>) => database.query<Applied>('select name, hash from migrations');

/**
 * This version's schema files that a database lacks.
 * @throws SchemaUnknown
 */
export async function findMissingMigrations(database: Database, folder = SCHEMA): Promise<readonly string[]> {
  const [table] = await database.query("select 1 from pg_tables where tablename = 'migrations'");
  return listMissing(await readSchema(folder), table ? await readApplied(database) : []).map(({ name }) => name);
}

async function applyMissing(transaction: Transaction, files: readonly SchemaFile[]): Promise<readonly string[]> {
  // Waits as long as another process is migrating.
  await transaction.script('set local statement_timeout = 0');
  await transaction.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
  await transaction.script(LOCK_TIMEOUT);
  await transaction.script(
    'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  const missing = listMissing(files, await readApplied(transaction));
  for (const { name, sql, hash } of missing) {
    await transaction.script(sql);
    await transaction.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
  }
  return missing.map(({ name }) => name);
}

function isLockRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);
}

/**
 * Brings the schema to this version in one transaction. Processes that start together wait for each other.
 * @param folder the schema files; by default this version's
 * @returns the names of the applied files
 * @throws SchemaLocked, SchemaUnknown
 */
export async function migrate(database: Database, folder: URL = SCHEMA): Promise<readonly string[]> {
  // Read before the transaction, which must not wait for the disk.
  const files = await readSchema(folder);
  try {
    return await database.transaction((transaction) => applyMissing(transaction, files));
  } catch (error) {
    if (!isLockRefused(error)) throw error;
    throw new SchemaLocked(
      'Another session locks the tables, so nothing was migrated. Find it: select pid, usename, xact_start, query from pg_stat_activity order by xact_start; end it: select pg_terminate_backend(<pid>); then migrate again.',
      { cause: error },
    );
  }
}

/** The schema doesn't fit this version, and this process must not change it. */
class SchemaOutdated extends OperatorError {
  readonly code = 'SCHEMA_OUTDATED';
}

/** Whether this connection may create tables. */
async function canChangeSchema(database: Database): Promise<boolean> {
  const [row] = await database.query<{ allowed: boolean }>(
    "select has_schema_privilege(current_user, 'public', 'create') as allowed",
  );
  return row?.allowed === true;
}

/**
 * Makes sure that the database has this version's schema. With one role for everything, the service migrates by itself.
 * @returns the migrations it applied
 * @throws SchemaOutdated
 */
export async function prepareSchema(database: Database): Promise<readonly string[]> {
  if (await canChangeSchema(database)) return migrate(database);
  const missing = await findMissingMigrations(database);
  if (missing.length === 0) return [];
  throw new SchemaOutdated(
    `The database lacks ${missing.join(', ')} of this version's schema, and this role must not change the schema. Run "causeway apply", or "npm run migrate" as the role causeway_migrate.`,
  );
}

/**
 * Refuses a connection with more rights than the process needs.
 * @param reads whether the process only reads
 * @throws UnsafeDatabase
 */
export async function refuseNeedlessRights(database: Database, reads: boolean): Promise<void> {
  const steps = 'Leave the user name out of "database", so that the process connects as';
  if (await canChangeSchema(database)) {
    throw new UnsafeDatabase(
      `The role of the database connection can change the schema, which a process with mainnets must not. ${steps} causeway_worker or causeway_api.`,
    );
  }
  const [row] = await database.query<{ writes: boolean }>(
    `select has_any_column_privilege(current_user, 'transfers', 'update')
       or has_function_privilege(current_user, 'place_order(text, text, jsonb, text, text, interval)', 'execute') as writes`,
  );
  if (reads && row?.writes) {
    throw new UnsafeDatabase(
      `The role of the database connection can change transfers, but a process with CAUSEWAY_ROLE=api only reads them. ${steps} causeway_api.`,
    );
  }
}
