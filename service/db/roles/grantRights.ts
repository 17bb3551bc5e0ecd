import type { Database } from '../database.ts';
import { COLUMN_RIGHTS, DATABASE_ROLES, TABLE_RIGHTS } from './rights.ts';

/**
 * Gives each existing role exactly its rights on every table. Run by the owner of the schema after each migration.
 * @returns the roles that exist
 */
export async function grantRights(database: Database): Promise<readonly string[]> {
  const found = await database.query<{ rolname: string }>(
    'select rolname::text from pg_roles where rolname = any($1)',
    [DATABASE_ROLES],
  );
  const roles = DATABASE_ROLES.filter((role) => found.some(({ rolname }) => rolname === role));
  const grants = Object.entries(TABLE_RIGHTS).flatMap(([table, rights]) =>
    roles
      .filter((role) => rights[role].length > 0)
      .map((role) => `grant ${rights[role].join(', ')} on ${table} to ${role};`),
  );
  const columnGrants = roles.flatMap((role) =>
    Object.entries(COLUMN_RIGHTS[role] ?? {}).map(
      ([table, columns]) => `grant update (${columns.join(', ')}) on ${table} to ${role};`,
    ),
  );
  const revokes = roles.map((role) => `revoke all on all tables in schema public from ${role};`);
  // In one transaction: a running process never sees a moment without its rights.
  await database.transaction((transaction) => transaction.script([...revokes, ...grants, ...columnGrants].join('\n')));
  return roles;
}
