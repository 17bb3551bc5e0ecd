// DB. The connection to PostgreSQL or an embedded database, the schema, the roles and their rights, the leases and the
// clock. Each query lives in its slice. A transaction never stays open across a network call.

import { OperatorError } from '../boot/operatorError.ts';

/** A row as the database driver returns it, with its column names. */
type StoredRow = Readonly<Record<string, unknown>>;

// PostgreSQL returns chain ids, nonces and counts as bigint. viem and the domain use numbers.
const NUMBER_COLUMN = /(^|_)(chain_id|nonce|count)$/;

function toProperty(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The column of a property: `payingChainId` is stored in `paying_chain_id`. */
export function toColumn(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toSafeNumber(column: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`column ${column} holds ${value}, which a number cannot hold`);
  return number;
}

type Column = { readonly column: string; readonly property: string; readonly isNumber: boolean };

// The service's queries have a few hundred columns. Without this memory, converting their names would cost more than
// their values.
const described = new Map<string, Column>();

function describe(column: string): Column {
  const known = described.get(column);
  if (known) return known;
  const made = { column, property: toProperty(column), isNumber: NUMBER_COLUMN.test(column) };
  described.set(column, made);
  return made;
}

/**
 * Converts a query's rows: columns become camelCase properties, and chain ids, nonces and counts become numbers. Both
 * databases pass every result through here, so a query names its row type in camelCase.
 */
export function toRows<Row extends object>(stored: readonly StoredRow[]): Row[] {
  const columns = Object.keys(stored[0] ?? {}).map(describe);
  return stored.map((row) => {
    const converted: Record<string, unknown> = {};
    for (const { column, property, isNumber } of columns) {
      converted[property] = isNumber ? toSafeNumber(column, row[column]) : row[column];
    }
    return converted as Row;
  });
}

/** A parameter of a query. */
export type SqlValue = string | number | bigint | boolean | Date | null | readonly string[];

/**
 * Runs SQL. Every database returns the same values: bigint and numeric columns as bigint, timestamptz as Date, integer
 * as number, and rows as `toRows` converts them.
 */
export type Queryable = {
  query<Row extends object>(sql: string, parameters?: readonly SqlValue[], options?: QueryOptions): Promise<Row[]>;
};

type QueryOptions = {
  /** PostgreSQL plans the query once per connection. Use only for a constant text that runs often. */
  readonly isPrepared?: boolean;
};

export type Transaction = Queryable & {
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>;
};

/** A pool's connections, and how many queries wait for one. */
type PoolUse = {
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
   * Commits if the work returns and rolls back if it throws. If the commit fails, its outcome is unknown: the caller
   * must read the rows again before doing anything else. Never wait for the network inside.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** The database does not answer. */
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

// PostgreSQL takes at most 65,535 parameters in a statement.
const ROWS_AT_ONCE = 100;

/**
 * Inserts rows in few statements: one statement per row takes seconds when an attacker makes hundreds of deposits at
 * once.
 */
export async function insertRows(
  transaction: Transaction,
  target: string | { readonly table: string; readonly keepsStored: true },
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const [table, onConflict] = typeof target === 'string' ? [target, ''] : [target.table, 'on conflict do nothing'];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE);
    const values: SqlValue[] = [];
    const tuples = part.map((row) => `(${row.map((value) => `$${values.push(value)}`).join(', ')})`);
    await transaction.query(`insert into ${table} values ${tuples.join(', ')} ${onConflict}`, values);
  }
}
