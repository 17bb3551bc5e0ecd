import type { Hash } from 'viem';
import type { Queryable, SqlValue, Transaction } from '../db/database.ts';
import { insertRows } from '../db/database.ts';
import type { SenderKey } from '../payments/model/payment.ts';
import { DEPOSIT_COLUMNS } from './depositRows.ts';
import type { Deposit } from './model/deposit.ts';
import type { Reason } from './model/reasons.ts';
import type { TransferRecord, TransferState } from './model/transfer.ts';
import type { TransferFields } from './transferEvents.ts';
import { recordChanges, toAssignments } from './transferEvents.ts';

/** A transfer as the service stores it, with its deposit. */
export type Transfer = TransferRecord & {
  readonly deposit: Deposit;
  /** Whether a block of the origin chain currently contains the deposit. */
  readonly canonical: boolean;
  /** By the service's clock, because a chain's clock can be wrong. */
  readonly firstSeenAt: Date;
};

type TransferRow = Omit<Transfer, 'deposit'> &
  Omit<Deposit, 'id' | 'amount'> & { readonly depositAmount: Deposit['amount'] };

const TRANSFER_COLUMNS = `t.*, ${DEPOSIT_COLUMNS}, d.amount as deposit_amount, d.canonical, d.first_seen_at`;

function toTransfer(row: TransferRow): Transfer {
  const { chainId, contract, transactionHash, ordinal, blockNumber, blockHash, blockTime, logIndex, ...others } = row;
  const { depositor, token, maker, target, depositAmount, destination, channel, funded, ...transfer } = others;
  return {
    ...transfer,
    deposit: {
      ...{ id: transfer.id, chainId, contract, transactionHash, ordinal, blockNumber, blockHash, blockTime, logIndex },
      ...{ depositor, token, maker, target, amount: depositAmount, destination, channel, funded },
    },
  };
}

/** Selects transfers by what follows `from transfers t join deposits d`. */
export async function selectTransfers(
  database: Queryable,
  condition: string,
  values: readonly SqlValue[],
): Promise<readonly Transfer[]> {
  const sql = `select ${TRANSFER_COLUMNS} from transfers t join deposits d on d.id = t.id ${condition}`;
  return (await database.query<TransferRow>(sql, values)).map(toTransfer);
}

/** Stores new transfers in state `seen`. */
export async function insertTransfers(
  transaction: Transaction,
  transfers: readonly Pick<TransferRecord, 'id' | 'originChainName' | 'amount'>[],
): Promise<void> {
  const rows = transfers.map(({ id, originChainName, amount }) => [id, 'seen', originChainName, amount]);
  await insertRows(transaction, 'transfers (id, state, origin_chain_name, amount)', rows);
  const change = { from: null, to: 'seen', cause: 'depositSeen', detail: null } as const;
  await recordChanges(
    transaction,
    transfers.map(({ id: transferId }) => ({ transferId, ...change })),
  );
}

/** Whether no attempt at a transfer, and no operator's `retry`, has ended since it was read. */
export function isSameTry(current: Transfer, before: Transfer): boolean {
  return (
    current.state === before.state &&
    current.retryAt?.getTime() === before.retryAt?.getTime() &&
    current.failingSince?.getTime() === before.failingSince?.getTime()
  );
}

/**
 * Delays a transfer's next attempt. Its state stays, so this stores no event. It does nothing if `isSameTry` is false:
 * an operator's `retry` during this attempt makes the next one due at once. Dates have milliseconds.
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

/** Stores what a sender's signed payments wait for. Only receipts use this. */
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

/**
 * Waits for other transactions and locks transfers, always in the same order.
 * @returns the states of those that exist
 */
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

export function byId(transfers: readonly Transfer[]): ReadonlyMap<Hash, Transfer> {
  return new Map(transfers.map((transfer) => [transfer.id, transfer]));
}

/** Locks transfers and their deposits without waiting, and reads them. It skips what another transaction has locked. */
export async function tryLockTransfers(
  transaction: Transaction,
  ids: readonly Hash[],
): Promise<ReadonlyMap<Hash, Transfer>> {
  const locking = 'where t.id = any($1) order by t.id for update of t, d skip locked';
  return byId(await selectTransfers(transaction, locking, [ids]));
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
  /** How many of one depositor's transfers an answer may contain. */
  readonly perDepositor: number;
};

/**
 * Selects due transfers by a condition: each depositor's earliest, then each one's second, and so on. So a depositor
 * who makes hundreds of deposits at once delays the others by only one of them. `$1` is the limit; `share` limits each
 * depositor's transfers.
 */
function inFairOrder(condition: string, share = 'true'): string {
  const due = 'coalesce(t.retry_at, t.created_at)';
  return `join (
      select t.id, d.depositor, ${due} as due,
        row_number() over (partition by d.depositor order by ${due}, d.ordinal) as place
      from transfers t join deposits d on d.id = t.id
      where ${condition}
    ) fair on fair.id = t.id
    where ${share}
    order by fair.place, fair.due, d.ordinal limit $1`;
}

/** Undecided transfers with a deposit up to a block. A transfer that has to wait goes to the end of the queue. */
export function readSeen(
  database: Queryable,
  { chainId, upToBlock, now, limit, perDepositor }: SeenQuery,
): Promise<readonly Transfer[]> {
  return selectTransfers(
    database,
    inFairOrder(
      `t.state = 'seen' and d.chain_id = $2 and d.block_number <= $3 and d.canonical
       and (t.retry_at is null or t.retry_at <= $4)`,
      'fair.place <= $5',
    ),
    [limit, chainId, upToBlock, now, perDepositor],
  );
}

export type PayableQuery = {
  readonly chainId: number;
  readonly now: Date;
  readonly limit: number;
  /** One depositor's maximum: transfers per answer, and unsettled sends on the chain. */
  readonly perDepositor: { readonly transfers: number; readonly sends: number };
};

// Nodes keep few of the hot wallet's transactions, and each payment makes a turn of the signing worker longer.
const IN_SHARE = `fair.place <= $4 and fair.depositor not in (
      select d.depositor from obligations o join sends s using (chain_id, address, nonce)
        join deposits d on d.id = o.transfer_id
      where o.state = 'live' and o.chain_id = $2 and s.state in ('open', 'mined')
      group by d.depositor having count(distinct (s.address, s.nonce)) >= $5)`;

/**
 * Transfers that are due for a payment on a chain. A transfer that has to wait goes to the end of the queue, so that it
 * doesn't delay the others, and one depositor with hundreds of transfers doesn't take all places.
 */
export function readPayable(
  database: Queryable,
  { chainId, now, limit, perDepositor }: PayableQuery,
): Promise<readonly Transfer[]> {
  return selectTransfers(
    database,
    inFairOrder(
      `t.paying_chain_id = $2 and t.state in ('confirmed', 'rejected', 'refunding') and d.canonical
       and (t.retry_at is null or t.retry_at <= $3)
       and not exists (select from obligations o where o.transfer_id = t.id and o.state <> 'void')`,
      IN_SHARE,
    ),
    [limit, chainId, now, perDepositor.transfers, perDepositor.sends],
  );
}

/** The seconds since each of these transfers' deposits was first seen. */
export async function readAges(database: Queryable, ids: readonly Hash[]): Promise<ReadonlyMap<Hash, number>> {
  const rows = await database.query<{ readonly id: Hash; readonly seconds: number }>(
    `select id, greatest(0, extract(epoch from clock_timestamp() - created_at))::double precision as seconds
     from transfers where id = any($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, seconds }) => [id, seconds]));
}

/** Those of the transfers that have a payment that has taken effect or still can. */
export async function readBound(database: Queryable, ids: readonly Hash[]): Promise<ReadonlySet<Hash>> {
  const rows = await database.query<{ readonly transferId: Hash }>(
    "select transfer_id from obligations where transfer_id = any($1) and state <> 'void'",
    [ids],
  );
  return new Set(rows.map(({ transferId }) => transferId));
}

/** Whether a transfer has a payment that has taken effect or still can. A reorg of its deposit then changes nothing. */
export async function hasBindingObligation(database: Queryable, transferId: Hash): Promise<boolean> {
  return (await readBound(database, [transferId])).has(transferId);
}
