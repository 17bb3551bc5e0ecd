import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { openPostgres } from '../../db/postgres.ts';
import { DATABASE_ROLES, grantRights } from '../../db/rights.ts';
import { SetupRefused } from './deployChain.ts';

/** Every role of the service, the owner of the schema included. */
export const ALL_ROLES = ['causeway_migrate', ...DATABASE_ROLES] as const;
export type RoleName = (typeof ALL_ROLES)[number];
export type RolePasswords = Readonly<Record<RoleName, string>>;

// Beside the program in a production build, or in the repository.
const SCRIPTS = [new URL('./create.sql', import.meta.url), new URL('../../db/create.sql', import.meta.url)];
const PASSWORD = /^[\w-]+$/;

async function readScript(): Promise<string> {
  const texts = await Promise.all(SCRIPTS.map((url) => readFile(url, 'utf8').catch(() => null)));
  const script = texts.find((text) => text !== null);
  if (script === undefined || script === null) throw new Error('create.sql is missing beside the program');
  return script;
}

async function within<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPostgres({ url, poolSize: 2, statementTimeoutMs: 0, answerTimeoutMs: null }, () => {});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The URL of the same database for another role. */
export function urlOfRole(adminUrl: string, role: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

// A statement that changes a role takes no parameters.
function quotePassword(name: string, password: string): string {
  if (!PASSWORD.test(password)) throw new Error(`the password of ${name} has characters that need quotes`);
  return `'${password}'`;
}

const isMissing = (error: unknown) => error instanceof pg.DatabaseError && error.code === '3D000';

/**
 * Creates the database that a URL names, unless the server has it.
 * @param adminUrl the database, as a superuser of its server
 */
export async function createDatabase(adminUrl: string): Promise<void> {
  try {
    await within(adminUrl, (admin) => admin.query('select 1'));
  } catch (error) {
    if (!isMissing(error)) throw error;
    const server = new URL(adminUrl);
    const name = decodeURIComponent(server.pathname.slice(1));
    server.pathname = '/postgres';
    await within(server.href, (admin) => admin.query(`create database "${name.replaceAll('"', '""')}"`));
  }
}

/**
 * Refuses a server on which the roles have passwords: new ones would lock out the processes that use them.
 * @throws SetupRefused
 */
export async function refuseKnownRoles(adminUrl: string): Promise<void> {
  const found = await within(adminUrl, (admin) =>
    admin.query<{ name: string }>(
      'select rolname::text as name from pg_authid where rolname = any($1) and rolpassword is not null order by 1',
      [ALL_ROLES],
    ),
  );
  if (found.length === 0) return;
  throw new SetupRefused(
    `The server has the roles ${found.map(({ name }) => name).join(', ')} with their passwords, but the folder has no database-passwords.json. Copy it back. If it is lost, run "alter role … password null" for each of these roles, then this command, then install.sh, and restart the processes.`,
  );
}

async function createRoles(adminUrl: string, passwords: RolePasswords): Promise<void> {
  const script = await readScript();
  await within(adminUrl, (admin) =>
    admin.transaction(async (transaction) => {
      await transaction.script(script);
      for (const role of ALL_ROLES) {
        await transaction.script(`alter role ${role} password ${quotePassword(role, passwords[role])}`);
      }
    }),
  );
}

/**
 * Creates the roles with their passwords, the tables and the rights. It can run again: it changes nothing then.
 * @param adminUrl the database, as a superuser of its server
 * @returns the migrations that were applied
 */
export async function setUpDatabase(adminUrl: string, passwords: RolePasswords): Promise<readonly string[]> {
  await createRoles(adminUrl, passwords);
  return within(urlOfRole(adminUrl, 'causeway_migrate', passwords.causeway_migrate), async (owner) => {
    const applied = await migrate(owner);
    await grantRights(owner);
    return applied;
  });
}

type FoundRole = { readonly name: string; readonly isOperator: boolean };

/**
 * The operators among these whose role exists. Their passwords stay: a person can have changed theirs.
 * @param adminUrl the database, as a superuser of its server
 * @throws SetupRefused for a role that is more or less than an operator's
 */
export async function findOperatorRoles(adminUrl: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await within(adminUrl, (admin) =>
    admin.query<FoundRole>(
      `select r.rolname::text as name,
         (r.rolcanlogin and not r.rolsuper and not r.rolcreaterole and not r.rolcreatedb and not r.rolbypassrls
           and (select array_agg(g.rolname::text) from pg_auth_members m join pg_roles g on g.oid = m.roleid
                where m.member = r.oid) = array['causeway_operator']) is true as is_operator
       from pg_roles r where r.rolname = any($1)`,
      [names],
    ),
  );
  const other = found.find(({ isOperator }) => !isOperator);
  if (other) {
    throw new SetupRefused(
      `The database role ${other.name} exists, and it is no operator's role. Choose another name in "operators".`,
    );
  }
  return new Set(found.map(({ name }) => name));
}

/** Creates the role of an operator: it has the rights of `causeway_operator`, and no others. */
export async function createOperatorRole(
  adminUrl: string,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<void> {
  await within(adminUrl, (admin) =>
    admin.transaction((transaction) =>
      transaction.script(
        `create role "${name}" login in role causeway_operator password ${quotePassword(name, password)}`,
      ),
    ),
  );
}
