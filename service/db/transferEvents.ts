import type { Hash } from 'viem';
import type { Order } from '../domain/acceptance.ts';
import type { TransferEvent, TransferState } from '../domain/transferState.ts';
import type { Queryable, Transaction } from './database.ts';
import { insertRows } from './insertRows.ts';

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

const ORDERS: Readonly<Partial<Record<TransferEvent, Order>>> = {
  stopped: 'hold',
  refundOrdered: 'refund',
  retried: 'retry',
  payoutResumed: 'retry',
};

/** The last order of an operator for a transfer. After a reorg the service decides about the transfer again, by that order. */
export async function readStandingOrder(database: Queryable, transferId: Hash): Promise<Order | null> {
  const [row] = await database.query<{ cause: TransferEvent }>(
    'select cause from transfer_events where transfer_id = $1 and cause = any($2) order by id desc limit 1',
    [transferId, Object.keys(ORDERS)],
  );
  return (row && ORDERS[row.cause]) ?? null;
}
