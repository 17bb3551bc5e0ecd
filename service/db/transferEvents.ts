import type { Hash } from 'viem';
import type { Order } from '../domain/acceptance.ts';
import type { TransferState } from '../domain/transferState.ts';
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

// By the cause of the event that schema/orders.sql stores with each order.
const ORDERS: Readonly<Record<string, Order>> = {
  stopped: 'hold',
  refundOrdered: 'refund',
  retried: 'retry',
  payoutResumed: 'retry',
};

/**
 * The last order of an operator for each of these transfers that has one. After a reorg the service decides about a transfer
 * again, by that order.
 */
export async function readStandingOrders(
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
