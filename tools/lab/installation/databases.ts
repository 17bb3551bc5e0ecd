import pg from 'pg';
import { openPostgres } from '../../../service/db/postgres.ts';
import { createDatabaseRoles, urlAs } from '../postgres/databaseRoles.ts';

/** The URLs of one database, one for each role. */
export type DatabaseUrls = {
  readonly admin: string;
  readonly worker: string;
  readonly api: string;
  readonly operator: string;
};

function toUrls(admin: string): DatabaseUrls {
  return {
    admin,
    worker: urlAs(admin, 'causeway_worker'),
    api: urlAs(admin, 'causeway_api'),
    operator: urlAs(admin, 'causeway_operator'),
  };
}

// PostgreSQL refuses one of two sessions that create the same role at the same time.
let lastSetUp: Promise<unknown> = Promise.resolve();

/** Creates the service's roles, the schema and the rights, as docs/operating.md says. */
export function setUpDatabase(admin: string): Promise<DatabaseUrls> {
  const setUp = async () => {
    const database = await openPostgres({ url: admin, poolSize: 2 }, () => {});
    try {
      await createDatabaseRoles(database);
    } finally {
      await database.close();
    }
    return toUrls(admin);
  };
  const turn = lastSetUp.then(setUp);
  lastSetUp = turn.catch(() => {});
  return turn;
}

// After this time, PostgreSQL ends a frozen process's transaction and releases its locks.
const IDLE_IN_TRANSACTION_MS = 2000;

export type TestConnection = {
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
};

/** Keeps its connection between statements: a waiting test polls often, and each new connection starts a server process. */
export function connectDatabase(url: string): TestConnection {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // Copying a database ends its connections. The next statement then opens a new one.
  pool.on('error', () => {});
  return {
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(sql, [...values])).rows,
    close: () => pool.end(),
  };
}

/** Runs one statement on a new connection. */
async function queryDatabase<Row extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection already fails the query. Without a listener, its error event would also end this process.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The URL for one service process. Its name identifies the connections, and a frozen process loses its locks. */
export function urlForProcess(databaseUrl: string, processName: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', processName);
  url.searchParams.set('idle_in_transaction_session_timeout', String(IDLE_IN_TRANSACTION_MS));
  return url.href;
}

export async function disconnectProcess(databaseUrl: string, processName: string): Promise<void> {
  const sql =
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()';
  await queryDatabase(databaseUrl, sql, [processName]);
}

/** Copies a database, as restoring a backup would. */
export async function copyDatabase({ admin: databaseUrl }: DatabaseUrls): Promise<DatabaseUrls> {
  const server = new URL(databaseUrl);
  const name = server.pathname.slice(1);
  const copy = `${name}_copy`;
  server.pathname = '/postgres';
  await queryDatabase(server.href, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await queryDatabase(server.href, `create database ${copy} template ${name}`);
  server.pathname = `/${copy}`;
  return toUrls(server.href);
}
