import type { SqlValue, Transaction } from './database.ts';

// PostgreSQL takes at most 65,535 parameters in a statement.
const ROWS_AT_ONCE = 100;

/** Inserts rows in few statements: one for each row takes seconds when an attacker makes hundreds of deposits at once. */
export async function insertRows(
  transaction: Transaction,
  table: string,
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE);
    const values: SqlValue[] = [];
    const tuples = part.map((row) => `(${row.map((value) => `$${values.push(value)}`).join(', ')})`);
    await transaction.query(`insert into ${table} values ${tuples.join(', ')}`, values);
  }
}
