import { readFile } from 'node:fs/promises';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/postgres.ts';
import { grantRights } from '../db/roles/grantRights.ts';
import { DATABASE_ROLES } from '../db/roles/rights.ts';

/** Every role of the service, the owner of the schema included. */
export const ALL_ROLES = ['causeway_migrate', ...DATABASE_ROLES] as const;
export type RoleName = (typeof ALL_ROLES)[number];
export type RolePasswords = Readonly<Record<RoleName, string>>;

// Beside the program in a production build, or in the repository.
const SCRIPTS = [new URL('./create.sql', import.meta.url), new URL('../db/roles/create.sql', import.meta.url)];
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

/** The URL of the same database for a role of the service. */
export function urlOfRole(adminUrl: string, role: RoleName, passwords: RolePasswords): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = passwords[role];
  return url.href;
}

/**
 * Creates the roles with their passwords, the tables and the rights. It can run again: it changes nothing then.
 * @param adminUrl the database, as a superuser of its server
 * @returns the migrations that were applied
 */
export async function setUpDatabase(adminUrl: string, passwords: RolePasswords): Promise<readonly string[]> {
  const script = await readScript();
  await within(adminUrl, (admin) =>
    admin.transaction(async (transaction) => {
      await transaction.script(script);
      for (const role of ALL_ROLES) {
        const password = passwords[role];
        // A statement that changes a role takes no parameters.
        if (!PASSWORD.test(password)) throw new Error(`the password of ${role} has characters that need quotes`);
        await transaction.script(`alter role ${role} password '${password}'`);
      }
    }),
  );
  return within(urlOfRole(adminUrl, 'causeway_migrate', passwords), async (owner) => {
    const applied = await migrate(owner);
    await grantRights(owner);
    return applied;
  });
}
