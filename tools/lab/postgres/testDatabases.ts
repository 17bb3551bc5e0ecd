import type { Database } from '../../../service/db/database.ts';
import { migrate } from '../../../service/db/migrate.ts';
import { openPostgres } from '../../../service/db/postgres.ts';
import type { DatabaseRole } from '../../../service/db/rights.ts';
import { urlAs } from './databaseRoles.ts';
import { openInMemory, openMigratedInMemory } from './openInMemory.ts';
import { startTestPostgres } from './testPostgres.ts';

/**
 * `embedded` is the local stack's database, `postgresql` an installation's. The tests of `service/db` use both. All others use
 * PostgreSQL, which takes a fifth of the processor time. `service/payments/embedded.slow.test.ts` makes payments with the
 * embedded one, and the app's journeys in `e2e` run on a local stack.
 */
export const DATABASE_KINDS = ['embedded', 'postgresql'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

/** Databases of one kind, for one test file. */
export type TestDatabases = {
  /** Opens a new database with this version's schema and no rows. */
  open(): Promise<Database>;
  /** Opens a new database without tables. */
  openEmpty(): Promise<Database>;
  /** Connects to an open PostgreSQL database as one of the service's roles, which must exist. */
  openAs(role: DatabaseRole, database: Database): Promise<Database>;
  /** The URL of a PostgreSQL database opened here, for another process. */
  urlOf(database: Database): string;
  /** Closes every open database and stops the server. */
  stop(): Promise<void>;
};

/** Empties a database, which is faster than creating one. */
export async function clearDatabase(database: Database): Promise<void> {
  await migrate(database);
  await database.transaction(async (transaction) => {
    // Truncating creates and deletes hundreds of files. On a busy disk, this takes longer than the service's statement timeout.
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
    // A test may have closed it already.
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
