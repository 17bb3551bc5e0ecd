import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../../service/db/database.ts';
import { migrate } from '../../service/db/migrate.ts';
import { openPostgres } from '../../service/db/postgres.ts';
import type { DatabaseRole } from '../../service/db/roles/rights.ts';
import { urlAs } from './databaseRoles.ts';
import { openInMemory } from './openInMemory.ts';
import type { TestPostgres } from './testPostgres.ts';
import { startTestPostgres } from './testPostgres.ts';

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
  await database.query('truncate chains, fee_schedules, forgotten_attempts, pauses, tallies, tally_entries cascade');
}

// Creating an embedded database takes seconds; opening a copy takes milliseconds.
async function readSnapshot(): Promise<Blob> {
  const require = createRequire(import.meta.url);
  const { version }: { version: string } = JSON.parse(
    await readFile(join(require.resolve('@electric-sql/pglite'), '../../package.json'), 'utf8'),
  );
  const folder = join(tmpdir(), `causeway-tests-${userInfo().uid}`);
  const file = join(folder, `pglite-${version}.tar`);
  const stored = await readFile(file).catch(() => null);
  if (stored) return new Blob([stored]);
  const pglite = await PGlite.create();
  const snapshot = await pglite.dumpDataDir('none');
  await pglite.close();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Test files run in parallel. The rename keeps them from reading half a file.
  await writeFile(`${file}.${process.pid}`, Buffer.from(await snapshot.arrayBuffer()));
  await rename(`${file}.${process.pid}`, file);
  return snapshot;
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
