import type { Database } from '../database.ts';
import { DATABASE_ROLES, FUNCTION_RIGHTS, TABLE_RIGHTS, WORKER_COLUMNS } from './rights.ts';

/**
 * Gives each existing role exactly its rights on every table and function. Run by the owner of the schema after each migration.
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
  const columnGrants = Object.entries(WORKER_COLUMNS).map(
    ([table, columns]) => `grant update (${columns.join(', ')}) on ${table} to causeway_worker;`,
  );
  const functionGrants = roles.flatMap((role) =>
    FUNCTION_RIGHTS[role].map((name) => `grant execute on function ${name} to ${role};`),
  );
  const revokes = roles.flatMap((role) => [
    `revoke all on all tables in schema public from ${role};`,
    `revoke all on all functions in schema public from ${role};`,
  ]);
  // In one transaction: a running process never sees a moment without its rights.
  const script = [...revokes, ...grants, ...(roles.includes('causeway_worker') ? columnGrants : []), ...functionGrants];
  await database.transaction((transaction) => transaction.script(script.join('\n')));
  return roles;
}
