import type { Database } from '../../service/db/database.ts';
import { migrate } from '../../service/db/migrate.ts';
import { openPostgres } from '../../service/db/postgres.ts';
import type { DatabaseRole } from '../../service/db/roles/rights.ts';
import { urlAs } from './databaseRoles.ts';
import { readSnapshot } from './embeddedSnapshot.ts';
import { openInMemory } from './openInMemory.ts';
import type { TestPostgres } from './testPostgres.ts';
import { startTestPostgres } from './testPostgres.ts';

/**
 * The database of the local stack, and of an installation. The tests of `service/db` use both. Those of workers use PostgreSQL,
 * which takes a fifth of the processor time. `service/workers/pay/embedded.slow.test.ts` makes payments with the embedded one.
 */
export const DATABASE_KINDS = ['embedded', 'postgresql'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

/** Empty databases of one kind, for one test file. */
export type TestDatabases = {
  open(): Promise<Database>;
  /** Connects to an open PostgreSQL database as a role of the service, which must exist. */
  openAs(role: DatabaseRole, database: Database): Promise<Database>;
  /** The URL of a PostgreSQL database that was opened here, for another process. */
  urlOf(database: Database): string;
  /** Closes every open database and stops the server. */
  stop(): Promise<void>;
};

/** Empties a database. Faster than creating another. */
export async function clearDatabase(database: Database): Promise<void> {
  await migrate(database);
  await database.query(
    'truncate approval_bounds, approval_requests, breaker_trips, chains, fee_confirmations, fee_schedules, forgotten_attempts, pauses, spam_tokens, tallies, tally_entries cascade',
  );
}

type Opened = { readonly database: Database; readonly url: string | null };

async function createOpener(kind: DatabaseKind): Promise<{ open(): Promise<Opened>; server: TestPostgres | null }> {
  if (kind === 'embedded') {
    const snapshot = await readSnapshot();
    return { server: null, open: async () => ({ database: await openInMemory(snapshot), url: null }) };
  }
  const server = await startTestPostgres();
  const open = async () => {
    const url = await server.createDatabase();
    return { database: await openPostgres({ url, poolSize: 10 }, () => {}), url };
  };
  return { server, open };
}

export async function startTestDatabases(kind: DatabaseKind): Promise<TestDatabases> {
  const { open, server } = await createOpener(kind);
  const opened: Opened[] = [];
  const urlOf = (database: Database) => {
    const url = opened.find((entry) => entry.database === database)?.url;
    if (!url) throw new Error('this database has no URL: only PostgreSQL databases have one');
    return url;
  };
  return {
    open: async () => {
      const entry = await open();
      opened.push(entry);
      return entry.database;
    },
    openAs: async (role, database) => {
      const url = urlAs(urlOf(database), role);
      const entry = { database: await openPostgres({ url, poolSize: 10 }, () => {}), url };
      opened.push(entry);
      return entry.database;
    },
    urlOf,
    stop: async () => {
      await Promise.all(opened.map(({ database }) => database.close()));
      await server?.stop();
    },
  };
}
