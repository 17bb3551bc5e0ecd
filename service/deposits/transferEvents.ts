import type { Hash } from 'viem';
import type { Queryable, SqlValue, Transaction } from '../db/database.ts';
import { insertRows, toColumn } from '../db/database.ts';
import type { Order } from './model/acceptance.ts';
import type { Reason } from './model/reasons.ts';
import type { TransferRecord, TransferState } from './model/transfer.ts';

type FixedFields = 'id' | 'state' | 'originChainName' | 'createdAt' | 'updatedAt';
type ExplainedFields = 'reason' | 'reasonCode' | 'note' | 'noteCode';

/** The fields an event can set. A reason and a note always have a code and a text. */
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

/** The new values of a row in `transfers`, as JSON by column. */
export type ColumnValues = Readonly<Record<string, JsonValue>>;

function toJson(value: SqlValue): JsonValue {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null) throw new Error('no column of a transfer is a list');
  // Texts from a chain can contain lone surrogates, which jsonb refuses and text does not.
  return typeof value === 'string' ? Buffer.from(value).toString() : value;
}

/** The new values by column. */
export function toRow(fields: TransferFields): { readonly columns: readonly string[]; readonly values: ColumnValues } {
  const entries = Object.entries(toColumns(fields)).flatMap(([field, value]) =>
    value === undefined ? [] : [[toColumn(field), toJson(value)] as const],
  );
  return { columns: entries.map(([column]) => column).sort(), values: Object.fromEntries(entries) };
}

/** The assignments for an update, with parameters from this number on. */
export function toAssignments(fields: TransferFields, firstParameter: number): { sql: string; values: SqlValue[] } {
  const entries = Object.entries(toColumns(fields)).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  const sql = entries.map(([field], index) => `, ${toColumn(field)} = $${firstParameter + index}`).join('');
  return { sql, values: entries.map(([, value]) => value) };
}

export type TransferChange = {
  readonly transferId: Hash;
  readonly from: TransferState | null;
  readonly to: TransferState;
  readonly cause: string;
  readonly detail: string | null;
};

export type RecordedChange = TransferChange & { readonly at: Date };

export function recordChanges(transaction: Transaction, changes: readonly TransferChange[]): Promise<void> {
  const rows = changes.map(({ transferId, from, to, cause, detail }) => [transferId, from, to, cause, detail]);
  return insertRows(transaction, 'transfer_events (transfer_id, from_state, to_state, cause, detail)', rows);
}

export async function readChanges(database: Queryable, transferId: Hash): Promise<readonly RecordedChange[]> {
  return database.query<RecordedChange>(
    `select at, transfer_id, from_state as "from", to_state as "to", cause, detail
     from transfer_events where transfer_id = $1 order by id`,
    [transferId],
  );
}

// By the cause of the event that schema/orders.sql stores with each order.
const ORDERS: Readonly<Record<string, Order>> = {
  stopped: 'hold',
  refundOrdered: 'refund',
  retried: 'retry',
  payoutResumed: 'retry',
};

/**
 * The last operator order of each of these transfers that has one. After a reorg, the service decides about a transfer
 * again, following that order.
 */
export async function readLastOrders(
  database: Queryable,
  transferIds: readonly Hash[],
): Promise<ReadonlyMap<Hash, Order>> {
  const rows = await database.query<{ transferId: Hash; cause: string }>(
    `select distinct on (transfer_id) transfer_id, cause from transfer_events
     where transfer_id = any($1) and cause = any($2) order by transfer_id, id desc`,
    [transferIds, Object.keys(ORDERS)],
  );
  return new Map(
    rows.flatMap(({ transferId, cause }) => {
      const order = ORDERS[cause];
      return order ? [[transferId, order] as const] : [];
    }),
  );
}
