import pg from 'pg';
import type { Database } from '../../../service/db/database.ts';
import { DatabaseUnavailable } from '../../../service/db/database.ts';

/** The rows of every table, as JSON. */
export type Backup = readonly { readonly table: string; readonly rows: string }[];

/** Backs up a PostgreSQL database over an administrator's connection. */
export function takeBackup(database: Database): Promise<Backup> {
  return database.transaction(async (transaction) => {
    await transaction.query('set transaction isolation level repeatable read');
    const tables = await transaction.query<{ table: string }>(
      `select tablename::text as table from pg_tables where schemaname = 'public' and tablename not in ('leases', 'migrations')`,
    );
    const backup: { table: string; rows: string }[] = [];
    for (const { table } of tables) {
      const [row] = await transaction.query<{ rows: string }>(
        `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${table} t`,
      );
      backup.push({ table, rows: row?.rows ?? '[]' });
    }
    return backup;
  });
}

const DEADLOCK = '40P01';

function isDeadlock(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable && error.cause instanceof pg.DatabaseError && error.cause.code === DEADLOCK
  );
}

/** @returns whether the backup is restored; false if PostgreSQL ended a deadlock by ending the restore */
async function tryRestore(database: Database, backup: Backup): Promise<boolean> {
  try {
    await database.transaction(async (transaction) => {
      await transaction.query(`truncate ${backup.map(({ table }) => table).join(', ')}`);
      // Rows are inserted in any order, and triggers must not run again for restored rows.
      await transaction.query("set local session_replication_role = 'replica'");
      for (const { table, rows } of backup) {
        await transaction.query(
          `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
          [rows],
        );
      }
    });
    return true;
  } catch (error) {
    if (isDeadlock(error)) return false;
    throw error;
  }
}

/**
 * Restores a backup, even while the service runs, like a failover to a lagging standby. The service locks tables in its
 * own order, so a restore that deadlocks with it starts again.
 */
export async function restoreBackup(database: Database, backup: Backup): Promise<void> {
  // Each deadlock takes PostgreSQL a second to end.
  while (!(await tryRestore(database, backup)));
}
