import type { Hash } from 'viem';
import type { Reason } from '../domain/reason.ts';
import type { TransferRecord } from '../domain/transferRecord.ts';
import type { TransferState } from '../domain/transferState.ts';
import type { Queryable, Transaction } from './database.ts';
import type { DepositRow, StoredDeposit } from './deposits.ts';
import { DEPOSIT_COLUMNS, toStoredDeposit } from './deposits.ts';
import { insertRows } from './insertRows.ts';
import type { SenderKey } from './senders.ts';
import { transferColumns } from './transferColumns.ts';
import { recordChanges } from './transferEvents.ts';
import type { TransferFields } from './transferFields.ts';
import { toAssignments } from './transferFields.ts';

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
  'retryAt',
] as const;

type SelectedFields = Pick<TransferRecord, (typeof FIELDS)[number]>;

/** A transfer and its deposit, as the workers need them. */
export type Transfer = StoredDeposit & Pick<TransferRecord, 'id'> & SelectedFields;

type TransferRow = DepositRow & SelectedFields;

const TRANSFER_COLUMNS = `${DEPOSIT_COLUMNS}, ${transferColumns(FIELDS)}`;

function toTransfer(row: TransferRow): Transfer {
  const { state, destinationToken, recipient, receiveAmount, gasFee, reason, note, ...others } = row;
  const { tries, burntValue, holdRequested, waitsFor, waitingSince, failingSince, retryAt, ...deposit } = others;
  return {
    ...toStoredDeposit(deposit),
    id: deposit.id,
    ...{ state, destinationToken, recipient, receiveAmount, gasFee, reason, note },
    ...{ tries, burntValue, holdRequested, waitsFor, waitingSince, failingSince, retryAt },
  };
}

export type NewTransfer = { readonly id: Hash; readonly originChainName: string; readonly amount: bigint };

/** Stores new transfers in state `seen`. */
export async function insertTransfers(transaction: Transaction, transfers: readonly NewTransfer[]): Promise<void> {
  const rows = transfers.map(({ id, originChainName, amount }) => [id, 'seen', originChainName, amount]);
  await insertRows(transaction, 'transfers (id, state, origin_chain_name, amount)', rows);
  const change = { from: null, to: 'seen', cause: 'depositSeen', detail: null } as const;
  await recordChanges(
    transaction,
    transfers.map(({ id: transferId }) => ({ transferId, ...change })),
  );
}

/** Whether no try of a transfer, and no operator's `retry`, has ended since it was read. */
export function isSameTry(current: Transfer, before: Transfer): boolean {
  return (
    current.state === before.state &&
    current.retryAt?.getTime() === before.retryAt?.getTime() &&
    current.failingSince?.getTime() === before.failingSince?.getTime()
  );
}

/**
 * Delays the next try of a transfer. Its state stays, so this stores no event. It does nothing where `isSameTry` is false: an operator's `retry` during
 * this try makes the next one due at once. Dates have milliseconds.
 */
export async function delayTry(database: Queryable, before: Transfer, fields: TransferFields): Promise<void> {
  const { sql, values } = toAssignments(fields, 5);
  await database.query(
    `update transfers set updated_at = now()${sql}
     where id = $1 and state = $2 and state in ('seen', 'confirmed', 'rejected', 'refunding')
       and date_trunc('milliseconds', retry_at) is not distinct from $3::timestamptz
       and date_trunc('milliseconds', failing_since) is not distinct from $4::timestamptz`,
    [before.id, before.state, before.retryAt, before.failingSince, ...values],
  );
}

/** Puts undecided transfers at the end of their queue. */
export async function setRetryAt(database: Queryable, ids: readonly Hash[], retryAt: Date): Promise<void> {
  await database.query("update transfers set updated_at = now(), retry_at = $2 where id = any($1) and state = 'seen'", [
    ids,
    retryAt,
  ]);
}

/** Stores what the signed payments of a sender wait for. Only receipts use this. */
export async function noteSignedPayments(
  database: Queryable,
  { chainId, address }: SenderKey,
  { code, text }: Reason,
): Promise<void> {
  await database.query(
    `update transfers set note = $3, note_code = $4, updated_at = now()
     where state in ('signed', 'broadcast', 'refunding') and note is distinct from $3
       and id in (select transfer_id from obligations where chain_id = $1 and address = $2 and state = 'live')`,
    [chainId, address, text, code],
  );
}

/** Waits for other transactions and locks transfers, always in the same order. @returns the states of the existing ones */
export async function lockTransfers(
  transaction: Transaction,
  ids: readonly Hash[],
): Promise<ReadonlyMap<Hash, TransferState>> {
  const rows = await transaction.query<{ id: Hash; state: TransferState }>(
    'select id, state from transfers where id = any($1) order by id for update',
    [ids],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Waits for other transactions and locks a transfer. @returns its state, or null if it does not exist */
export async function lockTransfer(transaction: Transaction, id: Hash): Promise<TransferState | null> {
  return (await lockTransfers(transaction, [id])).get(id) ?? null;
}

const SELECT_TRANSFERS = `select ${TRANSFER_COLUMNS} from transfers t join deposits d on d.id = t.id where t.id = any($1)`;

function byId(rows: readonly TransferRow[]): ReadonlyMap<Hash, Transfer> {
  return new Map(rows.map((row) => [row.id, toTransfer(row)]));
}

export async function readTransfers(database: Queryable, ids: readonly Hash[]): Promise<ReadonlyMap<Hash, Transfer>> {
  return byId(await database.query<TransferRow>(SELECT_TRANSFERS, [ids]));
}

/** Locks transfers and their deposits without waiting, and reads them. It leaves out what another transaction has locked. */
export async function tryLockTransfers(
  transaction: Transaction,
  ids: readonly Hash[],
): Promise<ReadonlyMap<Hash, Transfer>> {
  const locking = `${SELECT_TRANSFERS} order by t.id for update of t, d skip locked`;
  return byId(await transaction.query<TransferRow>(locking, [ids]));
}

/** Locks a transfer and its deposit without waiting, and reads them; null if another transaction has locked them. */
export async function tryLockTransfer(transaction: Transaction, id: Hash): Promise<Transfer | null> {
  return (await tryLockTransfers(transaction, [id])).get(id) ?? null;
}

export type SeenQuery = {
  readonly chainId: number;
  readonly upToBlock: bigint;
  readonly now: Date;
  readonly limit: number;
  /** The transfers of one depositor in one answer. */
  readonly perDepositor: number;
};

/**
 * Selects due transfers by a condition: the earliest of each depositor, then the second of each, and so on. So a depositor who
 * makes hundreds of deposits at once delays the others by one of them. `$1` is the limit; `share` limits the transfers of each
 * depositor.
 */
function inFairOrder(condition: string, share = 'true'): string {
  const due = 'coalesce(t.retry_at, t.created_at)';
  return `select ${TRANSFER_COLUMNS} from (
      select t.id, d.depositor, ${due} as due,
        row_number() over (partition by d.depositor order by ${due}, d.ordinal) as place
      from transfers t join deposits d on d.id = t.id
      where ${condition}
    ) fair join transfers t on t.id = fair.id join deposits d on d.id = fair.id
    where ${share}
    order by fair.place, fair.due, d.ordinal limit $1`;
}

/** Undecided transfers with a deposit up to a block. A transfer that has to wait goes to the end of the queue. */
export async function readSeen(
  database: Queryable,
  { chainId, upToBlock, now, limit, perDepositor }: SeenQuery,
): Promise<readonly Transfer[]> {
  const rows = await database.query<TransferRow>(
    inFairOrder(
      `t.state = 'seen' and d.chain_id = $2 and d.block_number <= $3 and d.canonical
       and (t.retry_at is null or t.retry_at <= $4)`,
      'fair.place <= $5',
    ),
    [limit, chainId, upToBlock, now, perDepositor],
  );
  return rows.map(toTransfer);
}

export type PayableQuery = {
  readonly chainId: number;
  readonly now: Date;
  readonly limit: number;
  /** What one depositor gets at most: the transfers of one answer, and the sends of the chain that are not settled. */
  readonly perDepositor: { readonly transfers: number; readonly sends: number };
};

// The nodes keep few transactions of the hot wallet, and a turn of the signing worker takes longer for each payment.
const IN_SHARE = `fair.place <= $4 and fair.depositor not in (
      select d.depositor from obligations o join sends s using (chain_id, address, nonce)
        join deposits d on d.id = o.transfer_id
      where o.state = 'live' and o.chain_id = $2 and s.state in ('open', 'mined')
      group by d.depositor having count(distinct (s.address, s.nonce)) >= $5)`;

/**
 * Transfers that are due for a payment on a chain. A transfer that has to wait goes to the end of the queue, so that it does
 * not delay the others, and one depositor with hundreds of transfers does not take all places.
 */
export async function readPayable(
  database: Queryable,
  { chainId, now, limit, perDepositor }: PayableQuery,
): Promise<readonly Transfer[]> {
  const rows = await database.query<TransferRow>(
    inFairOrder(
      `t.paying_chain_id = $2 and t.state in ('confirmed', 'rejected', 'refunding') and d.canonical
       and (t.retry_at is null or t.retry_at <= $3)
       and not exists (select from obligations o where o.transfer_id = t.id and o.state <> 'void')`,
      IN_SHARE,
    ),
    [limit, chainId, now, perDepositor.transfers, perDepositor.sends],
  );
  return rows.map(toTransfer);
}

/** The seconds since the deposit of each of these transfers was first seen. */
export async function readAges(database: Queryable, ids: readonly Hash[]): Promise<ReadonlyMap<Hash, number>> {
  const rows = await database.query<{ readonly id: Hash; readonly seconds: number }>(
    `select id, greatest(0, extract(epoch from clock_timestamp() - created_at))::double precision as seconds
     from transfers where id = any($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, seconds }) => [id, seconds]));
}
