import type { Address, Hash } from 'viem';
import type { TransferEvent, TransferState } from '../domain/transferState.ts';
import { needsNothingBound, transition } from '../domain/transferState.ts';
import type { Queryable, SqlValue, Transaction } from './database.ts';
import type { DepositRow, StoredDeposit } from './deposits.ts';
import { DEPOSIT_COLUMNS, toStoredDeposit } from './deposits.ts';
import { hasBindingObligation } from './obligations.ts';
import { recordChange } from './transferEvents.ts';

/** A transfer together with the deposit that it fulfils. Fields are null until the transfer has got that far. */
export type Transfer = StoredDeposit & {
  readonly id: Hash;
  readonly state: TransferState;
  readonly destinationChainId: number | null;
  readonly destinationToken: Address | null;
  readonly recipient: Address | null;
  readonly receive: bigint | null;
  readonly tries: number;
  readonly reason: string | null;
  readonly note: string | null;
  readonly failingSince: Date | null;
};

type TransferRow = DepositRow & {
  state: TransferState;
  paying_chain_id: bigint | null;
  destination_token: Address | null;
  recipient: Address | null;
  receive_amount: bigint | null;
  tries: number;
  reason: string | null;
  note: string | null;
  failing_since: Date | null;
};

const TRANSFER_COLUMNS = `${DEPOSIT_COLUMNS}, t.state, t.paying_chain_id, t.destination_token, t.recipient,
  t.receive_amount, t.tries, t.reason, t.note, t.failing_since`;

function toTransfer(row: TransferRow): Transfer {
  const payingChainId = row.paying_chain_id === null ? null : Number(row.paying_chain_id);
  return {
    ...toStoredDeposit(row),
    id: row.id,
    state: row.state,
    destinationChainId: row.receive_amount === null ? null : payingChainId,
    destinationToken: row.destination_token,
    recipient: row.recipient,
    receive: row.receive_amount,
    tries: row.tries,
    reason: row.reason,
    note: row.note,
    failingSince: row.failing_since,
  };
}

/** The columns that an event can set. */
export type TransferFields = {
  readonly payingChainId?: number;
  readonly tokenName?: string;
  readonly originDecimals?: number;
  readonly destinationChainName?: string | null;
  readonly destinationToken?: Address | null;
  readonly destinationDecimals?: number | null;
  readonly recipient?: Address | null;
  readonly gasFee?: bigint | null;
  readonly bridgeFee?: bigint | null;
  readonly netAmount?: bigint | null;
  readonly receiveAmount?: bigint | null;
  readonly amount?: bigint;
  readonly reason?: string | null;
  readonly note?: string | null;
  readonly tries?: number;
  readonly failingSince?: Date | null;
  readonly retryAt?: Date | null;
  readonly settledHash?: Hash;
  readonly settledAmount?: bigint;
};

function toColumn(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toAssignments(fields: TransferFields, firstParameter: number): { sql: string; values: SqlValue[] } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const sql = entries.map(([field], index) => `, ${toColumn(field)} = $${firstParameter + index}`).join('');
  return { sql, values: entries.map(([, value]) => value) };
}

/** A new transfer for a deposit just seen. */
export async function insertTransfer(
  transaction: Transaction,
  { id, originChainName, amount }: { readonly id: Hash; readonly originChainName: string; readonly amount: bigint },
): Promise<void> {
  await transaction.query("insert into transfers (id, state, origin_chain_name, amount) values ($1, 'seen', $2, $3)", [
    id,
    originChainName,
    amount,
  ]);
  await recordChange(transaction, { transferId: id, from: null, to: 'seen', cause: 'depositSeen', detail: null });
}

export type AppliedEvent = {
  readonly id: Hash;
  readonly event: TransferEvent;
  readonly detail?: string;
  readonly fields?: TransferFields;
};

/**
 * Changes a transfer's state by an event, with its audit row, and never in any other way.
 * @returns the new state, or null where the event does not belong to the state that the row is in by now, or to a transfer
 * that has a payment
 */
export async function applyEvent(
  transaction: Transaction,
  { id, event, detail, fields = {} }: AppliedEvent,
): Promise<TransferState | null> {
  const state = await holdTransfer(transaction, id);
  const next = state && transition(state, event);
  if (!state || !next) return null;
  if (needsNothingBound(event) && (await hasBindingObligation(transaction, id))) return null;
  const { sql, values } = toAssignments(fields, 3);
  await transaction.query(`update transfers set state = $2, updated_at = now()${sql} where id = $1`, [
    id,
    next,
    ...values,
  ]);
  await recordChange(transaction, { transferId: id, from: state, to: next, cause: event, detail: detail ?? null });
  return next;
}

/** Sets what a waiting transfer waits for. The state stays, so there is nothing to audit. */
export async function setWaiting(database: Queryable, id: Hash, fields: TransferFields): Promise<void> {
  const { sql, values } = toAssignments(fields, 2);
  await database.query(
    `update transfers set updated_at = now()${sql}
     where id = $1 and state in ('seen', 'confirmed', 'rejected', 'refunding')`,
    [id, ...values],
  );
}

/** Waits for everybody who works on a transfer, then keeps it from changing; null where there is none. */
export async function holdTransfer(transaction: Transaction, id: Hash): Promise<TransferState | null> {
  const [row] = await transaction.query<{ state: TransferState }>(
    'select state from transfers where id = $1 for update',
    [id],
  );
  return row?.state ?? null;
}

/** Reads a transfer and keeps it from changing until the transaction ends; null where another process holds it. */
export async function lockTransfer(transaction: Transaction, id: Hash): Promise<Transfer | null> {
  const [row] = await transaction.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers t join deposits d on d.id = t.id
     where t.id = $1 for update of t, d skip locked`,
    [id],
  );
  return row ? toTransfer(row) : null;
}

export type SeenQuery = {
  readonly chainId: number;
  readonly upToBlock: bigint;
  readonly now: Date;
  readonly limit: number;
};

/** Transfers whose deposit is deep enough to be decided. Whoever was tried in vain queues up again behind the others. */
export async function readSeen(
  database: Queryable,
  { chainId, upToBlock, now, limit }: SeenQuery,
): Promise<readonly Transfer[]> {
  const rows = await database.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers t join deposits d on d.id = t.id
     where t.state = 'seen' and d.chain_id = $1 and d.block_number <= $2 and d.canonical
       and (t.retry_at is null or t.retry_at <= $3)
     order by coalesce(t.retry_at, t.created_at), d.ordinal limit $4`,
    [chainId, upToBlock, now, limit],
  );
  return rows.map(toTransfer);
}

export type PayableQuery = { readonly chainId: number; readonly now: Date; readonly limit: number };

/**
 * Transfers that wait for a payment on a chain and have none that can still take effect. Whoever was tried in vain queues up
 * again behind the others, so that those that wait for something of their own hold nobody up.
 */
export async function readPayable(
  database: Queryable,
  { chainId, now, limit }: PayableQuery,
): Promise<readonly Transfer[]> {
  const rows = await database.query<TransferRow>(
    `select ${TRANSFER_COLUMNS} from transfers t join deposits d on d.id = t.id
     where t.paying_chain_id = $1 and t.state in ('confirmed', 'rejected', 'refunding') and d.canonical
       and (t.retry_at is null or t.retry_at <= $2)
       and not exists (select from obligations o where o.transfer_id = t.id and o.state <> 'void')
     order by coalesce(t.retry_at, t.created_at) limit $3`,
    [chainId, now, limit],
  );
  return rows.map(toTransfer);
}
