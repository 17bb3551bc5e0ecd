import { OperatorError } from '../operatorError.ts';

/** A parameter of a query. */
export type SqlValue = string | number | bigint | boolean | Date | null | readonly string[];

/**
 * Runs SQL. Every database returns the same values: bigint and numeric columns as bigint, timestamptz as Date, integer as
 * number, and rows as `toRows` converts them.
 */
export type Queryable = {
  query<Row extends object>(sql: string, parameters?: readonly SqlValue[], options?: QueryOptions): Promise<Row[]>;
};

export type QueryOptions = {
  /** PostgreSQL plans the query once for each connection. Only for a constant text that runs often. */
  readonly isPrepared?: boolean;
};

export type Transaction = Queryable & {
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>;
};

/** The connections of a pool, and how many queries wait for one. */
export type PoolUse = {
  readonly limit: number;
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
};

export type Database = Queryable & {
  readonly kind: 'embedded' | 'postgresql';
  /** Null if the database has no pool. */
  poolUse(): PoolUse | null;
  /**
   * Commits when the work returns and rolls back when it throws. If the commit fails, its outcome is unknown: the caller
   * must read the rows again before it does anything else. Never wait for the network inside.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** The database does not answer now. */
export class DatabaseUnavailable extends OperatorError {
  readonly code = 'DATABASE_UNAVAILABLE';
}

/** The database can lose what it acknowledged, or belongs to another program. */
export class UnsafeDatabase extends OperatorError {
  readonly code = 'UNSAFE_DATABASE';
}

/** The row of a query that returns exactly one. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}
