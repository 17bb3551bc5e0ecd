import { join } from 'node:path';
import type { PGliteInterface, Transaction as PGliteTransaction } from '@electric-sql/pglite';
import { PGlite, types } from '@electric-sql/pglite';
import type { Database, SqlValue, Transaction } from './database.ts';
import { DatabaseUnavailable, toRows } from './database.ts';
import { lockDirectory } from './directoryLock.ts';

const options = {
  parsers: {
    [types.INT8]: (text: string) => BigInt(text),
    [types.NUMERIC]: (text: string) => BigInt(text),
  },
};

function toParameters(parameters: readonly SqlValue[]): unknown[] {
  return parameters.map((value) => (typeof value === 'bigint' ? value.toString() : value));
}

function toTransaction(handle: PGliteTransaction): Transaction {
  return {
    query: async <Row extends object>(sql: string, parameters: readonly SqlValue[] = []) =>
      toRows<Row>((await handle.query<Record<string, unknown>>(sql, toParameters(parameters), options)).rows),
    script: async (sql) => {
      await handle.exec(sql);
    },
  };
}

function refuseClosed(pglite: PGliteInterface): void {
  if (pglite.closed) throw new DatabaseUnavailable('The embedded database is closed.');
}

/** Wraps an open PGlite as a database. `onClosed` runs after the database has closed. */
export function createEmbeddedDatabase(pglite: PGliteInterface, onClosed: () => Promise<void>): Database {
  return {
    kind: 'embedded',
    poolUse: () => null,
    query: async <Row extends object>(sql: string, parameters: readonly SqlValue[] = []) => {
      refuseClosed(pglite);
      return toRows<Row>((await pglite.query<Record<string, unknown>>(sql, toParameters(parameters), options)).rows);
    },
    transaction: async (work) => {
      refuseClosed(pglite);
      return pglite.transaction((handle) => work(toTransaction(handle)));
    },
    close: async () => {
      if (!pglite.closed) await pglite.close();
      await onClosed();
    },
  };
}

/**
 * Opens the embedded database in a directory, for one process at a time. It survives the end of that process, but not a
 * power cut, because it never syncs to disk.
 * @throws DirectoryLocked if another process has it open
 */
export async function openEmbedded(directory: string): Promise<Database> {
  const lock = await lockDirectory(
    join(directory, 'lock'),
    (holder) =>
      `The embedded database is in use by ${holder}. Two processes on one embedded database lose data. Stop that process, or set another data directory for this one.`,
  );
  try {
    return createEmbeddedDatabase(await PGlite.create(join(directory, 'data')), lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}
