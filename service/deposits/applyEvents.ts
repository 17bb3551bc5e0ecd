import type { Hash } from 'viem';
import type { Transaction } from '../db/database.ts';
import type { TransferEvent, TransferState } from './model/transfer.ts';
import { needsNothingBound, transition } from './model/transfer.ts';
import type { ColumnValues, TransferFields } from './transferEvents.ts';
import { recordChanges, toRow } from './transferEvents.ts';
import { lockTransfers, readBound } from './transfers.ts';

export type AppliedEvent = {
  readonly id: Hash;
  readonly event: TransferEvent;
  readonly detail?: string;
  readonly fields?: TransferFields;
};

/** An event, and its transfer's state before and after. */
type Change = AppliedEvent & { readonly from: TransferState; readonly to: TransferState };

/** The changes, in groups that set the same columns: one statement stores a group. */
function groupByColumns(
  changes: readonly Change[],
): readonly (readonly [columns: string, rows: readonly ColumnValues[]])[] {
  const groups = new Map<string, ColumnValues[]>();
  for (const { id, to, fields = {} } of changes) {
    const { columns, values } = toRow(fields);
    const key = columns.join();
    const group = groups.get(key) ?? [];
    group.push({ ...values, id, state: to });
    groups.set(key, group);
  }
  return [...groups];
}

async function storeChanges(transaction: Transaction, changes: readonly Change[]): Promise<void> {
  for (const [columns, rows] of groupByColumns(changes)) {
    const assignments = columns.split(',').flatMap((column) => (column === '' ? [] : [`, ${column} = v.${column}`]));
    await transaction.query(
      `update transfers t set state = v.state, updated_at = now()${assignments.join('')}
       from jsonb_populate_recordset(null::transfers, $1::text::jsonb) v where t.id = v.id`,
      [JSON.stringify(rows)],
    );
  }
  const recorded = changes.map(({ id: transferId, event: cause, detail = null, from, to }) => {
    return { transferId, from, to, cause, detail };
  });
  await recordChanges(transaction, recorded);
}

/**
 * Applies events to transfers and stores the changes, in as few statements for many transfers as for one. Nothing else
 * changes a transfer's state, except an operator's order (schema/orders.sql).
 * @param events at most one per transfer
 * @returns the new states in the same order; null if an event doesn't fit the current state, or a payment that the
 * transfer has
 */
export async function applyEvents(
  transaction: Transaction,
  events: readonly AppliedEvent[],
): Promise<readonly (TransferState | null)[]> {
  const ids = events.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error('a transfer takes one event at a time');
  if (ids.length === 0) return [];
  const states = await lockTransfers(transaction, ids);
  const unbinding = events.filter(({ event }) => needsNothingBound(event)).map(({ id }) => id);
  const bound = unbinding.length > 0 ? await readBound(transaction, unbinding) : new Set();
  const changes = events.map((applied): Change | null => {
    const from = states.get(applied.id);
    const to = from && transition(from, applied.event);
    const isRefused = needsNothingBound(applied.event) && bound.has(applied.id);
    return from && to && !isRefused ? { ...applied, from, to } : null;
  });
  const allowed = changes.filter((change) => change !== null);
  if (allowed.length > 0) await storeChanges(transaction, allowed);
  return changes.map((change) => change?.to ?? null);
}

/** Applies an event to one transfer, see `applyEvents`. */
export async function applyEvent(transaction: Transaction, event: AppliedEvent): Promise<TransferState | null> {
  const [state] = await applyEvents(transaction, [event]);
  return state ?? null;
}
