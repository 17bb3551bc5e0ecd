import type { DatabaseConfig, Environment, Role } from './config.ts';
import type { Catalog } from './model/catalog.ts';
import { listMainnets } from './model/catalog.ts';
import { locateSecret, PrivateFileRefused, readPrivateFile } from './privateFiles.ts';

/** A URL that the environment gives as `variable`, or in the file that `<variable>_FILE` names. */
type UrlSetting = { readonly variable: string; readonly of: string };

/**
 * Reads a URL from the environment or from a file that only its owner can read. It can hold a password, so no message quotes it.
 * @returns null without one, and after a reported problem
 */
async function readUrlSetting(
  env: Environment,
  { variable, of }: UrlSetting,
  problems: string[],
): Promise<string | null> {
  const fileVariable = `${variable}_FILE`;
  const [url, file] = [env[variable], env[fileVariable]];
  if (!file) return url || null;
  if (url) {
    problems.push(`${variable} and ${fileVariable} are both set. Remove one of them.`);
    return null;
  }
  const path = locateSecret(file);
  try {
    const text = (await readPrivateFile(path)).trim();
    if (text !== '') return text;
    problems.push(`${fileVariable} is ${path}, but that file is empty. Write the URL of ${of} into it.`);
  } catch (error) {
    if (!(error instanceof PrivateFileRefused)) throw error;
    problems.push(`${fileVariable}: ${error.message}`);
  }
  return null;
}

/**
 * Reads the URL of the database, from the environment or from a file that only its owner can read.
 * @returns null without one, and after a reported problem
 */
export function readDatabaseUrl(env: Environment, problems: string[]): Promise<string | null> {
  return readUrlSetting(env, { variable: 'DATABASE_URL', of: 'the database' }, problems);
}

/** @returns why the service cannot use the URL of a database, or null. The URL can contain a password, so no sentence quotes it. */
export function findDatabaseUrlProblem(url: string): string | null {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return 'DATABASE_URL must start with postgresql://.';
  const [, hosts = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url) ?? [];
  if (hosts.includes(',')) {
    return 'DATABASE_URL names several hosts, and the service connects to one. Use one address that always leads to the primary: HAProxy, pgbouncer or a virtual address.';
  }
  return URL.canParse(url)
    ? null
    : 'DATABASE_URL is not a URL. Write special characters of the password with percent signs, such as %40 for @.';
}

export async function readDatabase(env: Environment, problems: string[]): Promise<DatabaseConfig | null> {
  const { CAUSEWAY_DATA_DIR: directory } = env;
  const found = problems.length;
  const url = await readDatabaseUrl(env, problems);
  if (problems.length > found) return null;
  if (url && directory) problems.push('DATABASE_URL and CAUSEWAY_DATA_DIR are both set. Remove one of them.');
  else if (url) {
    const problem = findDatabaseUrlProblem(url);
    if (problem === null) return { kind: 'postgresql', url };
    problems.push(problem);
  } else if (directory) return { kind: 'embedded', directory };
  else {
    problems.push(
      'No database is configured. Set DATABASE_URL or DATABASE_URL_FILE (PostgreSQL), or CAUSEWAY_DATA_DIR (the directory of an embedded database).',
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
  // PGlite does not sync to disk. A power failure can undo a transaction that it acknowledged.
  for (const { name } of listMainnets(catalog)) {
    problems.push(
      `${name} is a mainnet and needs PostgreSQL: an embedded database can lose payments in a power failure. Set DATABASE_URL instead of CAUSEWAY_DATA_DIR.`,
    );
  }
  if (role !== null && role !== 'all') {
    problems.push(
      `CAUSEWAY_ROLE is ${role} and needs PostgreSQL: only one process can open an embedded database. Set DATABASE_URL instead of CAUSEWAY_DATA_DIR, or remove CAUSEWAY_ROLE.`,
    );
  }
}
