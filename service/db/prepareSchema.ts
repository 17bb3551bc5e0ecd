import { OperatorError } from '../operatorError.ts';
import type { Database } from './database.ts';
import { UnsafeDatabase } from './database.ts';
import { findMissingMigrations, migrate } from './migrate.ts';

/** The schema does not fit this version, and this process must not change it. */
export class SchemaOutdated extends OperatorError {
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
 * Makes sure that the database has the schema of this version. With one role for everything, the service migrates by itself.
 * @returns the migrations that it applied
 * @throws SchemaOutdated
 */
export async function prepareSchema(database: Database): Promise<readonly string[]> {
  if (await canChangeSchema(database)) return migrate(database);
  const missing = await findMissingMigrations(database);
  if (missing.length === 0) return [];
  throw new SchemaOutdated(
    `The database lacks ${missing.join(', ')} of this version's schema, and this role must not change the schema. Set DATABASE_URL to the role causeway_migrate, run "npm run migrate", then start the service again.`,
  );
}

/**
 * Refuses a connection with more rights than the process needs.
 * @param reads whether the process only reads
 * @throws UnsafeDatabase
 */
export async function refuseNeedlessRights(database: Database, reads: boolean): Promise<void> {
  const steps = 'Create the roles with service/db/roles/create.sql and set DATABASE_URL to';
  if (await canChangeSchema(database)) {
    throw new UnsafeDatabase(
      `The role of DATABASE_URL can change the schema, which a process with mainnets must not. ${steps} causeway_worker or causeway_api.`,
    );
  }
  const [row] = await database.query<{ writes: boolean }>(
    `select has_any_column_privilege(current_user, 'transfers', 'update')
       or has_function_privilege(current_user, 'place_order(text, text, jsonb, text, text, interval)', 'execute') as writes`,
  );
  if (reads && row?.writes) {
    throw new UnsafeDatabase(
      `The role of DATABASE_URL can change transfers, but a process with CAUSEWAY_ROLE=api only reads them. ${steps} causeway_api.`,
    );
  }
}
