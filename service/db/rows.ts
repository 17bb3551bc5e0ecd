/** A row as the database driver returns it, with its column names. */
type StoredRow = Readonly<Record<string, unknown>>;

// PostgreSQL returns chain ids, nonces and counts as bigint. viem and the domain use numbers for them.
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

/**
 * Converts the rows of a query: columns become camelCase properties, and chain ids, nonces and counts become numbers.
 * Both databases pass every result through here, so that a query names its row type in camelCase.
 */
export function toRows<Row extends object>(stored: readonly StoredRow[]): Row[] {
  const columns = Object.keys(stored[0] ?? {}).map((column) => ({
    column,
    property: toProperty(column),
    isNumber: NUMBER_COLUMN.test(column),
  }));
  return stored.map((row) => {
    const properties = columns.map(({ column, property, isNumber }) => [
      property,
      isNumber ? toSafeNumber(column, row[column]) : row[column],
    ]);
    return Object.fromEntries(properties) as Row;
  });
}
