import type { SqlValue, Transaction } from './database.ts';

// PostgreSQL takes at most 65,535 parameters in a statement.
const ROWS_AT_ONCE = 100;

/** Inserts rows in few statements: one for each row takes seconds when an attacker makes hundreds of deposits at once. */
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
