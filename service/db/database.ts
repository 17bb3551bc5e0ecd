import { OperatorError } from '../operatorError.ts';
/** What a parameter of a query may be. */
export type SqlValue = string | number | bigint | boolean | Date | null | readonly string[];

/**
 * Runs SQL. Results arrive alike from every database: bigint and numeric columns as bigint, timestamptz as Date,
 * integer as number.
 */
export type Queryable = {
  query<Row extends object>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
};

export type Transaction = Queryable & {
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>;
};

/** Connections of a pool, and who waits for one. */
export type PoolUse = {
  readonly limit: number;
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
};

export type Database = Queryable & {
  readonly kind: 'embedded' | 'postgresql';
  /** Null where there is no pool. */
  poolUse(): PoolUse | null;
  /**
   * Commits when the work returns and rolls back when it throws. Where the commit itself fails its outcome is unknown: the
   * caller reads the rows again before it does anything else. Never wait for the network inside.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** The database cannot be used now. */
export class DatabaseUnavailable extends OperatorError {
  readonly code = 'DATABASE_UNAVAILABLE';
}

/** The database must not be used for this. */
export class UnsafeDatabase extends OperatorError {
  readonly code = 'UNSAFE_DATABASE';
}

/** The one row of a query that has exactly one. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}
