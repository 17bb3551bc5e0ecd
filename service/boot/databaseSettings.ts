import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseConfig, Environment, Role } from './config.ts';
import type { Installation } from './installation.ts';
import type { Catalog } from './model/catalog.ts';
import { listMainnets } from './model/catalog.ts';
import { PrivateFileRefused, readPrivateFile, secretsFolder } from './privateFiles.ts';

/**
 * @returns why the service can't use a database URL, or null. The URL can contain a password, so no sentence quotes it.
 */
export function findDatabaseUrlProblem(url: string): string | null {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return 'database must start with postgresql://.';
  const [, hosts = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url) ?? [];
  if (hosts.includes(',')) {
    return 'database names several hosts, and the service connects to one. Use one address that always leads to the primary: HAProxy, pgbouncer or a virtual address.';
  }
  return URL.canParse(url)
    ? null
    : 'database is not a URL. Write special characters of the password with percent signs, such as %40 for @.';
}

/** The database role as which a process connects. The role of a person who runs commands has that person's name. */
export function databaseUserOf(role: string): string {
  if (role === 'all') return 'causeway_worker';
  return ['api', 'worker', 'operator', 'migrate'].includes(role) ? `causeway_${role}` : role;
}

/**
 * A role's password: the copy that systemd gives a process, or a file next to the folder of secrets; null without one.
 */
async function readPassword(user: string, env: Environment, problems: string[]): Promise<string | null> {
  const { CREDENTIALS_DIRECTORY: credentials } = env;
  const path = credentials ? join(credentials, 'database-password') : join(secretsFolder(env), '../passwords', user);
  if (!existsSync(path)) return null;
  try {
    const password = (await readPrivateFile(path)).trim();
    if (password === '') problems.push(`${path} is empty. Write the password of the database role ${user} into it.`);
    return password;
  } catch (error) {
    if (!(error instanceof PrivateFileRefused)) throw error;
    problems.push(error.message);
    return null;
  }
}

/** The URL with which a role connects. A URL with a user name is complete. */
export async function urlOfRole(
  url: string,
  { role, env }: { readonly role: string; readonly env: Environment },
  problems: string[],
): Promise<string> {
  if (!URL.canParse(url) || new URL(url).username !== '') return url;
  const complete = new URL(url);
  complete.username = databaseUserOf(role);
  complete.password = (await readPassword(databaseUserOf(role), env, problems)) ?? '';
  return complete.href;
}

const EMBEDDED = 'embedded:';

/** Reads how a process reaches the database: by the environment's URL, otherwise by the file's URL and its own role. */
export async function readDatabase(
  env: Environment,
  { installation, role }: { readonly installation: Installation | undefined; readonly role: string },
  problems: string[],
): Promise<DatabaseConfig | null> {
  const { DATABASE_URL: url = installation?.database } = env;
  if (url?.startsWith(EMBEDDED)) return { kind: 'embedded', directory: url.slice(EMBEDDED.length) };
  if (url) {
    const problem = findDatabaseUrlProblem(url);
    if (problem === null) return { kind: 'postgresql', url: await urlOfRole(url, { role, env }, problems) };
    problems.push(problem);
  } else if (installation) {
    problems.push(
      'database is missing. Set the URL of a PostgreSQL database, or on testnets "embedded:" and a folder. DATABASE_URL overrides it.',
    );
  }
  return null;
}

/** Reports what an embedded database must not do: hold mainnet transfers, or serve several processes. */
export function validateEmbedded(
  database: DatabaseConfig | null,
  { catalog, role }: { readonly catalog: Catalog | undefined; readonly role: Role | null },
  problems: string[],
): void {
  if (database?.kind !== 'embedded') return;
  // PGlite doesn't sync to disk. A power failure can undo a transaction it acknowledged.
  for (const { name } of listMainnets(catalog)) {
    problems.push(
      `${name} is a mainnet and needs PostgreSQL: an embedded database can lose payments in a power failure. Set the URL of a PostgreSQL database instead of "embedded:".`,
    );
  }
  if (role !== null && role !== 'all') {
    problems.push(
      `CAUSEWAY_ROLE is ${role} and needs PostgreSQL: only one process can open an embedded database. Set the URL of a PostgreSQL database instead of "embedded:", or remove CAUSEWAY_ROLE.`,
    );
  }
}
