import { DB_OPERATION, DB_SUMMARY, DB_SYSTEM } from '../traces/attributeNames.ts';
import type { SpanStart, Traces } from '../traces/traces.ts';
import type { Database, QueryOptions, SqlValue, Transaction } from './database.ts';
import { nameStatement } from './statementName.ts';

// The texts of statements are constant, but for the number of rows that some of them insert.
const MAX_REMEMBERED = 2000;

const SYSTEM = { [DB_SYSTEM]: 'postgresql' };
const TRANSACTION: SpanStart = { name: 'transaction', kind: 'client', attributes: SYSTEM };

function createStarts(): (sql: string) => SpanStart {
  const known = new Map<string, SpanStart>();
  return (sql) => {
    const found = known.get(sql);
    if (found) return found;
    const { operation, summary } = nameStatement(sql);
    const attributes = { ...SYSTEM, [DB_OPERATION]: operation, [DB_SUMMARY]: summary };
    const start = { name: summary, kind: 'client', attributes } as const;
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(sql, start);
    return start;
  };
}

/** Adds a span for each statement and each transaction. A span has the statement's name, and neither its text nor its parameters. */
export function traceDatabase(database: Database, traces: Traces): Database {
  const startOf = createStarts();
  const traceTransaction = (transaction: Transaction): Transaction => ({
    query: <Row extends object>(sql: string, parameters?: readonly SqlValue[], options?: QueryOptions) =>
      traces.within(startOf(sql), () => transaction.query<Row>(sql, parameters, options)),
    script: (sql) => traces.within(startOf(sql), () => transaction.script(sql)),
  });
  return {
    ...database,
    query: <Row extends object>(sql: string, parameters?: readonly SqlValue[], options?: QueryOptions) =>
      traces.within(startOf(sql), () => database.query<Row>(sql, parameters, options)),
    transaction: (work) =>
      traces.within(TRANSACTION, () => database.transaction((transaction) => work(traceTransaction(transaction)))),
  };
}
