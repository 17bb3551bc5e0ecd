import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Database, SqlValue, Transaction } from './database.ts';
import { DatabaseUnavailable, toRows, UnsafeDatabase } from './database.ts';

type RunQuery = (query: pg.QueryConfig, isPrepared: boolean) => Promise<pg.QueryResult>;

// "cached plan must not change result type": another version of the service changed a column. The pool closes a
// connection after an error, so a later query plans anew.
const PLAN_OUTDATED = '0A000';
// The server connection lacks the statement, or already has one with this name. Both come from a pooler in transaction
// mode that doesn't keep prepared statements, such as PgBouncer before 1.21: each query can get another connection.
const STATEMENT_LOST = ['26000', '42P05'];

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/**
 * Runs a pool's queries, some of them prepared. Each of the errors above comes before the query runs, so the query is
 * retried unprepared. Once a pooler loses statements, no more are prepared: each error costs a query and a connection.
 */
function createPreparedQueries(pool: pg.Pool): RunQuery {
  const names = new Map<string, string>();
  let isPreparing = true;

  // A process can get a connection on which another one has prepared. The same name must then mean the same text.
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `causeway_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  };

  return async (query, isPrepared) => {
    if (!isPrepared || !isPreparing) return pool.query(query);
    try {
      return await pool.query({ ...query, name: nameOf(query.text) });
    } catch (error) {
      const code = codeOf(error);
      const isLost = STATEMENT_LOST.includes(code);
      if (!isLost && code !== PLAN_OUTDATED) throw error;
      if (isLost) isPreparing = false;
      return pool.query(query);
    }
  };
}

export type PostgresOptions = {
  readonly url: string;
  readonly poolSize: number;
  /**
   * The maximum time of a statement; 0 for no limit. If the server doesn't answer either, the pool closes the
   * connection.
   */
  readonly statementTimeoutMs?: number;
  /** How long to wait for a server that fell silent. Null waits forever: a migration can take hours. */
  readonly answerTimeoutMs?: number | null;
};

const STATEMENT_TIMEOUT_MS = 5000;
const CONNECT_TIMEOUT_MS = 5000;
// The server's timeout must come first: its error says more, and the connection survives it.
const SILENCE_MS = 500;
// A silent server never closes its connections, and a worker would wait forever. A commit that waits for its standby is
// not silence: the server's timeout doesn't end it, so this one is far longer.
const COMMIT_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return (text: string) => BigInt(text);
    return pg.types.getTypeParser(oid, format);
  },
};

// SQLSTATE classes that don't mean a wrong statement: connection lost, out of resources, shutdown, statement cancelled.
const UNAVAILABLE_STATES = /^(?:08|53|57P|57014|25006|40001|40P01)/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Every error from the server is a DatabaseError with a SQLSTATE. Any other error comes from the connection.
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_STATES.test(error.code ?? '');
  return !(error instanceof TypeError);
}

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUnavailable(error)) throw new DatabaseUnavailable('PostgreSQL does not answer.', { cause: error });
    throw error;
  }
}

function toTransaction(client: pg.PoolClient): Transaction {
  return {
    query: (sql, parameters: readonly SqlValue[] = []) =>
      guard(async () => toRows((await client.query({ text: sql, values: [...parameters], types })).rows)),
    script: (sql) =>
      guard(async () => {
        await client.query(sql);
      }),
  };
}

async function runTransaction<T>(pool: pg.Pool, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await guard(() => pool.connect());
  let broken: Error | undefined;
  // A pooled connection that fails during a transaction emits this event. Without a listener, it would end the process.
  const remember = (error: Error) => {
    broken = error;
  };
  client.on('error', remember);
  try {
    await guard(() => client.query('begin'));
    const result = await work(toTransaction(client));
    await guard(() => client.query('commit'));
    return result;
  } catch (error) {
    await client.query('rollback').catch(remember);
    throw error;
  } finally {
    client.off('error', remember);
    client.release(broken);
  }
}

function defaultAnswerTimeout(statementTimeoutMs: number | undefined): number {
  return statementTimeoutMs === undefined ? COMMIT_MS : statementTimeoutMs + SILENCE_MS;
}

/**
 * Opens a pool of connections to PostgreSQL.
 * @throws UnsafeDatabase if the server runs with fsync or synchronous_commit off; DatabaseUnavailable
 */
export async function openPostgres(
  { url, poolSize, statementTimeoutMs, answerTimeoutMs = defaultAnswerTimeout(statementTimeoutMs) }: PostgresOptions,
  onError: (error: Error) => void,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: statementTimeoutMs || CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    ...(answerTimeoutMs !== null && { query_timeout: answerTimeoutMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'causeway',
  });
  pool.on('error', onError);
  const run = createPreparedQueries(pool);
  const database: Database = {
    kind: 'postgresql',
    poolUse: () => ({
      limit: poolSize,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    query: (sql, parameters = [], { isPrepared = false } = {}) =>
      guard(async () => toRows((await run({ text: sql, values: [...parameters], types }, isPrepared)).rows)),
    transaction: (work) => runTransaction(pool, work),
    close: () => pool.end(),
  };
  try {
    await refuseWithoutDurability(database);
  } catch (error) {
    await pool.end();
    throw explainPooler(error);
  }
  return database;
}

/**
 * A pooler refuses session settings in its own words. Without this explanation, the operator would look for a network
 * problem.
 */
function explainPooler(error: unknown): unknown {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  if (!(cause instanceof Error) || !/unsupported startup parameter/.test(cause.message)) return error;
  return new UnsafeDatabase(
    `The pooler in front of PostgreSQL refuses the connection: ${cause.message}. In pgbouncer.ini set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout, and set both for the roles, such as: alter role causeway_worker set statement_timeout = '5s'.`,
    { cause },
  );
}

async function refuseWithoutDurability(database: Database): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit'] as const) {
    const [row] = await database.query<{ value: string }>('select current_setting($1) as value', [setting]);
    if (row?.value === 'off') {
      throw new UnsafeDatabase(
        `PostgreSQL runs with ${setting} off, so it can lose committed payments. Set ${setting} = on and start the service again.`,
      );
    }
  }
}
