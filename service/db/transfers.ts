import type { Hash } from 'viem';
import type { Reason } from '../domain/reason.ts';
import type { TransferRecord } from '../domain/transferRecord.ts';
import type { TransferEvent, TransferState } from '../domain/transferState.ts';
import { needsNothingBound, transition } from '../domain/transferState.ts';
import type { Queryable, SqlValue, Transaction } from './database.ts';
import type { DepositRow, StoredDeposit } from './deposits.ts';
import { DEPOSIT_COLUMNS, toStoredDeposit } from './deposits.ts';
import { hasBindingObligation } from './obligations.ts';
import { toColumn } from './rows.ts';
import { transferColumns } from './transferColumns.ts';
import { recordChange } from './transferEvents.ts';

const FIELDS = [
  'state',
  'destinationToken',
  'recipient',
  'receiveAmount',
  'gasFee',
  'tries',
  'burntValue',
  'holdRequested',
  'waitsFor',
  'waitingSince',
  'reason',
  'note',
  'failingSince',
] as const;

type SelectedFields = Pick<TransferRecord, (typeof FIELDS)[number]>;

/** A transfer and its deposit, as the workers need them. */
export type Transfer = StoredDeposit & Pick<TransferRecord, 'id'> & SelectedFields;

type TransferRow = DepositRow & SelectedFields;

const TRANSFER_COLUMNS = `${DEPOSIT_COLUMNS}, ${transferColumns(FIELDS)}`;

function toTransfer(row: TransferRow): Transfer {
  const { state, destinationToken, recipient, receiveAmount, gasFee, reason, note, ...others } = row;
  const { tries, burntValue, holdRequested, waitsFor, waitingSince, failingSince, ...deposit } = others;
  return {
    ...toStoredDeposit(deposit),
    id: deposit.id,
    ...{ state, destinationToken, recipient, receiveAmount, gasFee, reason, note },
    ...{ tries, burntValue, holdRequested, waitsFor, waitingSince, failingSince },
  };
}

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

function toAssignments(fields: TransferFields, firstParameter: number): { sql: string; values: SqlValue[] } {
  const entries = Object.entries(toColumns(fields)).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  const sql = entries.map(([field], index) => `, ${toColumn(field)} = $${firstParameter + index}`).join('');
  return { sql, values: entries.map(([, value]) => value) };
}

/** Stores a new transfer in state `seen`. */
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
 * Applies an event to a transfer and stores the change. Nothing else changes a transfer's state.
 * @returns the new state, or null if the event does not fit the current state or a payment that the transfer has
 */
export async function applyEvent(
  transaction: Transaction,
  { id, event, detail, fields = {} }: AppliedEvent,
): Promise<TransferState | null> {
  const state = await lockTransfer(transaction, id);
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

/** Updates the fields of a transfer that waits. Its state stays, so this stores no event. */
export async function setWaiting(database: Queryable, id: Hash, fields: TransferFields): Promise<void> {
  const { sql, values } = toAssignments(fields, 2);
  await database.query(
    `update transfers set updated_at = now()${sql}
     where id = $1 and state in ('seen', 'confirmed', 'rejected', 'refunding')`,
    [id, ...values],
  );
}

/** Stores that an operator wants a transfer held if its signed payment fails. */
export async function requestHold(transaction: Transaction, id: Hash): Promise<void> {
  await transaction.query('update transfers set hold_requested = true where id = $1', [id]);
}

/** Waits for other transactions and locks a transfer. @returns its state, or null if it does not exist */
export async function lockTransfer(transaction: Transaction, id: Hash): Promise<TransferState | null> {
  const [row] = await transaction.query<{ state: TransferState }>(
    'select state from transfers where id = $1 for update',
    [id],
  );
  return row?.state ?? null;
}

/** Locks a transfer and its deposit without waiting, and reads them; null if another transaction has locked them. */
export async function tryLockTransfer(transaction: Transaction, id: Hash): Promise<Transfer | null> {
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

// Each further transfer of a depositor counts as due this much later than the one before it. So a depositor who makes
// hundreds of deposits at once delays the others by one of them, and still waits for no longer than the queue is.
const TURN_SECONDS = 1;

/** Selects due transfers by a condition, in fair order. `$1` is the limit. */
function inFairOrder(condition: string): string {
  const due = 'coalesce(t.retry_at, t.created_at)';
  return `select ${TRANSFER_COLUMNS} from (
      select t.id, ${due} + ${TURN_SECONDS} * interval '1 second'
          * (row_number() over (partition by d.depositor order by ${due}, d.ordinal) - 1) as turn
      from transfers t join deposits d on d.id = t.id
      where ${condition}
    ) fair join transfers t on t.id = fair.id join deposits d on d.id = fair.id
    order by fair.turn, d.ordinal limit $1`;
}

/** Undecided transfers with a deposit up to a block. A transfer that has to wait goes to the end of the queue. */
export async function readSeen(
  database: Queryable,
  { chainId, upToBlock, now, limit }: SeenQuery,
): Promise<readonly Transfer[]> {
  const rows = await database.query<TransferRow>(
    inFairOrder(`t.state = 'seen' and d.chain_id = $2 and d.block_number <= $3 and d.canonical
       and (t.retry_at is null or t.retry_at <= $4)`),
    [limit, chainId, upToBlock, now],
  );
  return rows.map(toTransfer);
}

export type PayableQuery = { readonly chainId: number; readonly now: Date; readonly limit: number };

/**
 * Transfers that are due for a payment on a chain. A transfer that has to wait goes to the end of the queue, so that it does
 * not delay the others.
 */
export async function readPayable(
  database: Queryable,
  { chainId, now, limit }: PayableQuery,
): Promise<readonly Transfer[]> {
  const rows = await database.query<TransferRow>(
    inFairOrder(`t.paying_chain_id = $2 and t.state in ('confirmed', 'rejected', 'refunding') and d.canonical
       and (t.retry_at is null or t.retry_at <= $3)
       and not exists (select from obligations o where o.transfer_id = t.id and o.state <> 'void')`),
    [limit, chainId, now],
  );
  return rows.map(toTransfer);
}
