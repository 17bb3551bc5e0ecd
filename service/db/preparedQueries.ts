import { createHash } from 'node:crypto';
import pg from 'pg';

export type RunQuery = (query: pg.QueryConfig, isPrepared: boolean) => Promise<pg.QueryResult>;

// "cached plan must not change result type": another version of the service has changed a column. The pool closes a connection
// after an error, so a later query plans anew.
const PLAN_OUTDATED = '0A000';
// The connection to the server lacks the statement, or has one of that name already. Both come from a pooler in transaction mode
// that does not keep prepared statements, such as PgBouncer before 1.21: each query can get another connection to the server.
const STATEMENT_LOST = ['26000', '42P05'];

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/**
 * Runs the queries of a pool, some of them prepared. Each of the errors above comes before the query runs, so the query runs again
 * without a name. When a pooler loses the statements, no more are prepared: each error costs a query and a connection.
 */
export function createPreparedQueries(pool: pg.Pool): RunQuery {
  const names = new Map<string, string>();
  let isPreparing = true;

  // A process can get a connection on which another one has prepared. The same name must then stand for the same text.
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
