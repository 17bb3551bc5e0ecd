import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { findMissingMigrations, migrate } from '../../db/migrate.ts';
import { openPostgres } from '../../db/postgres.ts';
import { DATABASE_ROLES, grantRights } from '../../db/rights.ts';
import { SetupRefused } from './conversation.ts';

/** Every role of the service, including the schema's owner. */
export const ALL_ROLES = ['causeway_migrate', ...DATABASE_ROLES] as const;
export type RoleName = (typeof ALL_ROLES)[number];
export type RolePasswords = Readonly<Record<RoleName, string>>;

// Next to the program in a production build, or in the repository.
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
function withRole(url: string, role: string, password: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = password;
  return changed.href;
}

// A statement that changes a role takes no parameters.
function quotePassword(name: string, password: string): string {
  if (!PASSWORD.test(password)) throw new Error(`the password of ${name} has characters that need quotes`);
  return `'${password}'`;
}

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

const isMissing = (error: unknown) => error instanceof pg.DatabaseError && error.code === '3D000';

/** The database that every PostgreSQL server has. */
function serverOf(adminUrl: string): string {
  const server = new URL(adminUrl);
  server.pathname = '/postgres';
  return server.href;
}

async function createDatabase(adminUrl: string): Promise<void> {
  const name = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  await within(serverOf(adminUrl), (admin) => admin.query(`create database ${quoteName(name)}`));
}

/** What a database lacks. If the database itself is missing, so is everything. */
export type DatabaseLack = {
  readonly database: boolean;
  /** The roles of the service that do not exist or have no password. */
  readonly roles: readonly RoleName[];
  readonly migrations: readonly string[];
  /** The operators whose role doesn't exist or must not log in. */
  readonly operators: readonly string[];
};

/** The service's roles that can log in with a password. */
async function listRoles(admin: Database): Promise<readonly string[]> {
  const rows = await admin.query<{ name: string }>(
    'select rolname::text as name from pg_authid where rolname = any($1) and rolpassword is not null order by 1',
    [ALL_ROLES],
  );
  return rows.map(({ name }) => name);
}

/**
 * Finds what a server lacks.
 * @param adminUrl the database, as a superuser of its server
 * @throws SetupRefused for a role that has more or fewer rights than an operator
 */
export async function examineServer(adminUrl: string, operators: readonly string[]): Promise<DatabaseLack> {
  const examine = async (admin: Database) => {
    const found = await listRoles(admin);
    const people = await findOperators(admin, operators);
    return {
      roles: ALL_ROLES.filter((role) => !found.includes(role)),
      operators: operators.filter((name) => people.get(name) !== 'active'),
    };
  };
  try {
    return await within(adminUrl, async (admin) => ({
      ...(await examine(admin)),
      database: false,
      migrations: await findMissingMigrations(admin),
    }));
  } catch (error) {
    if (!isMissing(error)) throw error;
    const lack = await within(serverOf(adminUrl), examine);
    return { ...lack, database: true, migrations: ['all'] };
  }
}

/**
 * Finds what a database lacks, using only its roles' passwords.
 * @returns null if a role can't log in: only a superuser can say why
 */
export async function examineAsRoles(
  url: string,
  { passwords, operators }: { readonly passwords: RolePasswords; readonly operators: readonly string[] },
): Promise<DatabaseLack | null> {
  try {
    for (const role of ALL_ROLES) {
      await within(withRole(url, role, passwords[role]), (database) => database.query('select 1'));
    }
    return await within(withRole(url, 'causeway_migrate', passwords.causeway_migrate), async (owner) => {
      const people = await findOperators(owner, operators);
      return {
        ...{ database: false, roles: [] },
        migrations: await findMissingMigrations(owner),
        operators: operators.filter((name) => people.get(name) !== 'active'),
      };
    });
  } catch (error) {
    if (error instanceof SetupRefused) throw error;
    return null;
  }
}

/**
 * Refuses a server on which roles without a password file have passwords: new ones would lock out the processes that
 * use them.
 * @throws SetupRefused
 */
export function refuseKnownRoles({ roles }: DatabaseLack, unknown: readonly RoleName[]): void {
  const known = unknown.filter((role) => !roles.includes(role));
  if (known.length === 0) return;
  throw new SetupRefused(
    `The server has the roles ${known.join(', ')} with their passwords, but the folder passwords lacks them. Copy the files back. If they are lost, run "alter role … password null" for each of these roles, then this command, then causeway apply.`,
  );
}

/**
 * Creates what is missing: the database, its roles with their passwords, the tables and the rights.
 * @param adminUrl the database, as a superuser of its server
 */
export async function setUpDatabase(
  adminUrl: string,
  { lack, passwords }: { readonly lack: DatabaseLack; readonly passwords: RolePasswords },
): Promise<void> {
  if (lack.database) await createDatabase(adminUrl);
  const script = await readScript();
  await within(adminUrl, (admin) =>
    admin.transaction(async (transaction) => {
      await transaction.script(script);
      for (const role of lack.roles) {
        await transaction.script(`alter role ${role} password ${quotePassword(role, passwords[role])}`);
      }
    }),
  );
  await within(withRole(adminUrl, 'causeway_migrate', passwords.causeway_migrate), async (owner) => {
    await migrate(owner);
    await grantRights(owner);
  });
}

type FoundOperator = { readonly name: string; readonly isOperator: boolean; readonly mayLogIn: boolean };
type OperatorState = 'active' | 'disabled';

/** @throws SetupRefused for a role that has more or fewer rights than an operator */
async function findOperators(
  database: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, OperatorState>> {
  const found = await database.query<FoundOperator>(
    `select r.rolname::text as name, r.rolcanlogin as may_log_in,
       (not r.rolsuper and not r.rolcreaterole and not r.rolcreatedb and not r.rolbypassrls
         and (select array_agg(g.rolname::text) from pg_auth_members m join pg_roles g on g.oid = m.roleid
              where m.member = r.oid) = array['causeway_operator']) is true as is_operator
     from pg_roles r where r.rolname = any($1)`,
    [names],
  );
  const other = found.find(({ isOperator }) => !isOperator);
  if (other) {
    throw new SetupRefused(
      `The database role ${other.name} exists, but it is not an operator's role. Choose another name in "operators".`,
    );
  }
  return new Map(found.map(({ name, mayLogIn }) => [name, mayLogIn ? 'active' : 'disabled']));
}

/**
 * Creates an operator's role, or lets a removed one log in again: it has the rights of `causeway_operator`, and no
 * others.
 * @param adminUrl the database, as a superuser of its server
 */
export async function enableOperator(
  adminUrl: string,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<void> {
  await within(adminUrl, async (admin) => {
    const state = (await findOperators(admin, [name])).get(name);
    const secret = quotePassword(name, password);
    await admin.transaction((transaction) =>
      transaction.script(
        state === undefined
          ? `create role ${quoteName(name)} login in role causeway_operator password ${secret}`
          : `alter role ${quoteName(name)} login password ${secret}`,
      ),
    );
  });
}

/**
 * Ends an operator's access at once. The role stays, because the records name it.
 * @param adminUrl the database, as a superuser of its server
 * @returns whether the role could log in before
 */
export async function disableOperator(adminUrl: string, name: string): Promise<boolean> {
  return within(adminUrl, async (admin) => {
    const wasActive = (await findOperators(admin, [name])).get(name) === 'active';
    if (wasActive) {
      await admin.transaction((transaction) =>
        transaction.script(`alter role ${quoteName(name)} nologin password null`),
      );
    }
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [name]);
    return wasActive;
  });
}
