import type { Database } from '../../../service/db/database.ts';
import { migrate } from '../../../service/db/migrate.ts';
import { openPostgres } from '../../../service/db/postgres.ts';
import type { DatabaseRole } from '../../../service/db/rights.ts';
import { urlAs } from './databaseRoles.ts';
import { openInMemory, openMigratedInMemory } from './openInMemory.ts';
import { startTestPostgres } from './testPostgres.ts';

/**
 * The database of the local stack, and of an installation. The tests of `service/db` use both. All others use PostgreSQL, which
 * takes a fifth of the processor time. `service/payments/embedded.slow.test.ts` makes payments with the embedded one, and the
 * journeys of the app in `e2e` run on a local stack.
 */
export const DATABASE_KINDS = ['embedded', 'postgresql'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

/** Databases of one kind, for one test file. */
export type TestDatabases = {
  /** Opens a new database with the schema of this version, and without rows. */
  open(): Promise<Database>;
  /** Opens a new database without tables. */
  openEmpty(): Promise<Database>;
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
  await database.transaction(async (transaction) => {
    // It makes and deletes hundreds of files, which takes a busy disk longer than any statement of the service may take.
    await transaction.query("set local statement_timeout = '60s'");
    await transaction.query(
      'truncate breaker_trips, chains, fee_confirmations, fee_schedules, orders, pauses, supported_tokens cascade',
    );
  });
}

type Opened = { readonly database: Database; readonly url: string | null };

type Opener = { open(): Promise<Opened>; openEmpty(): Promise<Opened>; stop(): Promise<void> };

async function createOpener(kind: DatabaseKind): Promise<Opener> {
  if (kind === 'embedded') {
    return {
      open: async () => ({ database: await openMigratedInMemory(), url: null }),
      openEmpty: async () => ({ database: await openInMemory(), url: null }),
      stop: async () => {},
    };
  }
  const server = await startTestPostgres({ isMigrated: true });
  const openUrl = async (url: string) => ({ database: await openPostgres({ url, poolSize: 10 }, () => {}), url });
  return {
    open: async () => openUrl(await server.createDatabase()),
    openEmpty: async () => openUrl(await server.createEmptyDatabase()),
    stop: server.stop,
  };
}

export async function startTestDatabases(kind: DatabaseKind): Promise<TestDatabases> {
  const opener = await createOpener(kind);
  const opened: Opened[] = [];
  const remember = ({ database, url }: Opened) => {
    let closed: Promise<void> | null = null;
    const close = () => {
      closed ??= database.close();
      return closed;
    };
    // A test can have closed it before the end.
    const kept = { ...database, close };
    opened.push({ database: kept, url });
    return kept;
  };
  const urlOf = (database: Database) => {
    const url = opened.find((entry) => entry.database === database)?.url;
    if (!url) throw new Error('this database has no URL: only PostgreSQL databases have one');
    return url;
  };
  return {
    open: async () => remember(await opener.open()),
    openEmpty: async () => remember(await opener.openEmpty()),
    openAs: async (role, database) => {
      const url = urlAs(urlOf(database), role);
      return remember({ database: await openPostgres({ url, poolSize: 10 }, () => {}), url });
    },
    urlOf,
    stop: async () => {
      await Promise.all(opened.map(({ database }) => database.close()));
      await opener.stop();
    },
  };
}
