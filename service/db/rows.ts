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

type Column = { readonly column: string; readonly property: string; readonly isNumber: boolean };

// The queries of the service have a few hundred columns. Without the memory, their names would cost more than their values.
const described = new Map<string, Column>();

function describe(column: string): Column {
  const known = described.get(column);
  if (known) return known;
  const made = { column, property: toProperty(column), isNumber: NUMBER_COLUMN.test(column) };
  described.set(column, made);
  return made;
}

/**
 * Converts the rows of a query: columns become camelCase properties, and chain ids, nonces and counts become numbers.
 * Both databases pass every result through here, so that a query names its row type in camelCase.
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
