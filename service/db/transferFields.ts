import type { Reason } from '../domain/reason.ts';
import type { TransferRecord } from '../domain/transferRecord.ts';
import type { SqlValue } from './database.ts';
import { toColumn } from './rows.ts';

type FixedFields = 'id' | 'state' | 'originChainName' | 'createdAt' | 'updatedAt';
type ExplainedFields = 'reason' | 'reasonCode' | 'note' | 'noteCode';

/** The fields that an event can set. A reason and a note always have a code and a text. */
export type TransferFields = Partial<
  Omit<TransferRecord, FixedFields | ExplainedFields> & {
    readonly reason: Reason | null;
    readonly note: Reason | null;
  }
>;

function toColumns({ reason, note, ...fields }: TransferFields): Readonly<Record<string, SqlValue | undefined>> {
  return {
    ...fields,
    ...(reason !== undefined && { reason: reason?.text ?? null, reasonCode: reason?.code ?? null }),
    ...(note !== undefined && { note: note?.text ?? null, noteCode: note?.code ?? null }),
  };
}

type JsonValue = string | number | boolean | null;

/** What a row of `transfers` is set to, as JSON, by column. */
export type ColumnValues = Readonly<Record<string, JsonValue>>;

function toJson(value: SqlValue): JsonValue {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null) throw new Error('no column of a transfer is a list');
  // Texts of a chain can contain halves of characters, which jsonb refuses and text does not.
  return typeof value === 'string' ? Buffer.from(value).toString() : value;
}

/** What fields set, by column. */
export function toRow(fields: TransferFields): { readonly columns: readonly string[]; readonly values: ColumnValues } {
  const entries = Object.entries(toColumns(fields)).flatMap(([field, value]) =>
    value === undefined ? [] : [[toColumn(field), toJson(value)] as const],
  );
  return { columns: entries.map(([column]) => column).sort(), values: Object.fromEntries(entries) };
}

/** The assignments of fields for an update, with parameters from this one on. */
export function toAssignments(fields: TransferFields, firstParameter: number): { sql: string; values: SqlValue[] } {
  const entries = Object.entries(toColumns(fields)).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  const sql = entries.map(([field], index) => `, ${toColumn(field)} = $${firstParameter + index}`).join('');
  return { sql, values: entries.map(([, value]) => value) };
}
