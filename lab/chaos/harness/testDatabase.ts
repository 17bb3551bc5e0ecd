import pg from 'pg';

// After this time PostgreSQL ends the transaction of a frozen process and releases its locks.
const IDLE_IN_TRANSACTION_MS = 2000;

export type TestConnection = {
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
};

/** Keeps a connection between statements: a test that waits asks often, and a new connection takes a new server process. */
export function connectDatabase(url: string): TestConnection {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // The copy of a database ends its connections. The next statement then gets another one.
  pool.on('error', () => {});
  return {
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(sql, [...values])).rows,
    close: () => pool.end(),
  };
}

/** Runs one statement on a new connection. */
export async function queryDatabase<Row extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection already fails the query. Without a listener, its error event would end this process too.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The URL for one service process: its name identifies the connections, and a frozen process loses its locks. */
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

/** Copies a database, as a restored backup would. @returns the copy's URL */
export async function copyDatabase(databaseUrl: string): Promise<string> {
  const server = new URL(databaseUrl);
  const name = server.pathname.slice(1);
  const copy = `${name}_copy`;
  server.pathname = '/postgres';
  await queryDatabase(server.href, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await queryDatabase(server.href, `create database ${copy} template ${name}`);
  server.pathname = `/${copy}`;
  return server.href;
}
