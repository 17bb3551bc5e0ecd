import type { Address, Hash, Hex } from 'viem';
import type { TransactionFees } from '../chain/model/gasPrice.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { Call, SenderKey, SendKey } from './model/payment.ts';
import { BATCH_SELECTOR, callHash } from './model/payment.ts';

/** Signed bytes for a nonce. The service broadcasts nothing else. */
export type Attempt = SendKey & {
  readonly attempt: number;
  readonly hash: Hash;
  readonly raw: Hex;
  readonly fees: TransactionFees;
  /** A call makes its send's payments. A cancel uses up the nonce, so that the call can't be mined. */
  readonly kind: 'call' | 'cancel';
  readonly createdAt: Date;
  /** Whether a transaction with this nonce is in a block now. */
  readonly isMined: boolean;
  /** Whether an RPC has accepted an attempt at this nonce. */
  readonly wasSent: boolean;
  readonly isCancelRequested: boolean;
  /**
   * Whether the nonce settled with an attempt of the other kind, with a foreign transaction, or because its sender is
   * no longer a payer.
   */
  readonly isOverruled: boolean;
};

type NewAttempt = Pick<Attempt, keyof SendKey | 'attempt' | 'hash' | 'raw' | 'fees'> &
  ({ readonly kind: 'call'; readonly callHash: Hash } | { readonly kind: 'cancel'; readonly callHash: null });

type AttemptRow = Omit<Attempt, 'fees'> & TransactionFees;

function toAttempt({ maxFee, tip, ...row }: AttemptRow): Attempt {
  return { ...row, fees: { maxFee, tip } };
}

export async function insertAttempt(transaction: Transaction, attempt: NewAttempt): Promise<void> {
  await transaction.query(
    `insert into attempts (chain_id, address, nonce, attempt, kind, call_hash, hash, raw, max_fee, tip)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      attempt.chainId,
      attempt.address,
      attempt.nonce,
      attempt.attempt,
      attempt.kind,
      attempt.callHash,
      attempt.hash,
      attempt.raw,
      attempt.fees.maxFee,
      attempt.fees.tip,
    ],
  );
}

const SELECT_ATTEMPTS = `select a.chain_id, a.address, a.nonce, a.attempt, a.hash, a.raw, a.max_fee, a.tip, a.kind, a.created_at,
    s.state <> 'open' as is_mined, s.sent_at is not null as was_sent,
    s.cancel_requested_at is not null as is_cancel_requested,
    s.state in ('displaced', 'revoked') or (s.state not in ('open', 'mined') and (s.state = 'cancelled') <> (a.kind = 'cancel'))
      as is_overruled
  from sends s join attempts a using (chain_id, address, nonce) where s.chain_id = $1 and s.address = $2`;

/** Every attempt at every unsettled nonce, oldest first. After a reorg, an old attempt can be mined. */
export async function readUnsettledAttempts(database: Queryable, sender: SenderKey): Promise<readonly Attempt[]> {
  const rows = await database.query<AttemptRow>(
    `${SELECT_ATTEMPTS} and s.state in ('open', 'mined') order by a.nonce, a.attempt`,
    [sender.chainId, sender.address],
  );
  return rows.map(toAttempt);
}

type NonceRange = { readonly from: number; readonly below: number };

/** Every attempt at the nonces of a range, settled or not. */
export async function readAttemptsBetween(
  database: Queryable,
  sender: SenderKey,
  { from, below }: NonceRange,
): Promise<readonly Attempt[]> {
  const rows = await database.query<AttemptRow>(
    `${SELECT_ATTEMPTS} and s.nonce >= $3 and s.nonce < $4 order by a.nonce, a.attempt`,
    [sender.chainId, sender.address, from, below],
  );
  return rows.map(toAttempt);
}

/** The final transaction of a nonce that didn't make a transfer's payment, as stored. */
type FailedSend = { readonly chainId: number; readonly hash: Hash; readonly raw: Hex };

// Far more than any transfer's attempts. Reading each one costs several RPC calls.
const MAX_READ = 50;

/** The failed transactions of a transfer's payments, without cancelled nonces. */
export async function readFailedSends(database: Queryable, transferId: Hash): Promise<readonly FailedSend[]> {
  return database.query<FailedSend>(
    `select distinct a.chain_id, a.hash, a.raw
     from obligations o
     join sends s on s.chain_id = o.chain_id and s.address = o.address and s.nonce = o.nonce
     join attempts a on a.chain_id = s.chain_id and a.address = s.address and a.nonce = s.nonce and a.hash = s.mined_hash
     where o.transfer_id = $1 and o.state = 'void' and s.state in ('succeeded', 'reverted')
     limit ${MAX_READ}`,
    [transferId],
  );
}

/** A nonce and the call that it is bound to. */
export type Send = SendKey & {
  readonly call: Call;
  readonly gasLimit: bigint;
  readonly state: 'open' | 'mined';
  readonly isCancelRequested: boolean;
  /** Whether an operator wants the transfers held if the nonce is cancelled. */
  readonly cancelThenHold: boolean;
  readonly minedHash: Hash | null;
  readonly minedBlock: bigint | null;
  readonly createdAt: Date;
};

export type NewSend = SendKey & {
  readonly call: Call;
  readonly gasLimit: bigint;
  /** For a nonce without a payment. */
  readonly isCancelRequested?: boolean;
};

type SendRow = Omit<Send, 'call'> & {
  readonly callTo: Address;
  readonly callData: Hex;
  readonly callValue: bigint;
};

const SEND_COLUMNS = `chain_id, address, nonce, call_to, call_data, call_value, gas_limit, state,
  cancel_requested_at is not null as is_cancel_requested, cancel_then_hold, mined_hash,
  mined_block, created_at`;

function toSend({ callTo, callData, callValue, ...row }: SendRow): Send {
  return { ...row, call: { to: callTo, data: callData, value: callValue } };
}

export async function insertSend(transaction: Transaction, send: NewSend): Promise<void> {
  const { chainId, address, nonce, call, gasLimit, isCancelRequested = false } = send;
  await transaction.query(
    `insert into sends (chain_id, address, nonce, call_to, call_data, call_value, call_hash, gas_limit,
       cancel_requested_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case when $9 then now() end)`,
    [chainId, address, nonce, call.to, call.data, call.value, callHash(call), gasLimit, isCancelRequested],
  );
}

/** The unsettled sends of a sender, lowest nonce first. */
export async function readUnsettledSends(database: Queryable, sender: SenderKey): Promise<readonly Send[]> {
  const rows = await database.query<SendRow>(
    `select ${SEND_COLUMNS} from sends where chain_id = $1 and address = $2 and state in ('open', 'mined') order by nonce`,
    [sender.chainId, sender.address],
  );
  return rows.map(toSend);
}

/** Whether the database has a payment of a sender, settled or not. */
export async function hasSends(database: Queryable, { chainId, address }: SenderKey): Promise<boolean> {
  const rows = await database.query('select 1 from sends where chain_id = $1 and address = $2 limit 1', [
    ...[chainId, address],
  ]);
  return rows.length > 0;
}

/** Whether the database has signed a payment on any chain. */
export async function hasAnySends(database: Queryable): Promise<boolean> {
  return (await database.query('select 1 from sends limit 1')).length > 0;
}

export async function countUnsettledSends(database: Queryable, sender: SenderKey): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>(
    "select count(*) as count from sends where chain_id = $1 and address = $2 and state in ('open', 'mined')",
    [sender.chainId, sender.address],
  );
  return row?.count ?? 0;
}

/** Reads a send; null if it is settled. */
export async function readUnsettledSend(database: Queryable, key: SendKey): Promise<Send | null> {
  const [row] = await database.query<SendRow>(
    `select ${SEND_COLUMNS} from sends where chain_id = $1 and address = $2 and nonce = $3
       and state in ('open', 'mined')`,
    [key.chainId, key.address, key.nonce],
  );
  return row ? toSend(row) : null;
}

/** Locks a send without waiting, so that no other process settles or replaces it; null if it is settled or locked. */
export async function tryLockSend(transaction: Transaction, key: SendKey): Promise<Send | null> {
  const [row] = await transaction.query<SendRow>(
    `select ${SEND_COLUMNS} from sends where chain_id = $1 and address = $2 and nonce = $3
       and state in ('open', 'mined') for update skip locked`,
    [key.chainId, key.address, key.nonce],
  );
  return row ? toSend(row) : null;
}

/** Stores that an RPC accepted the bytes. Only receipts use this: no decision depends on it. */
export async function markSent(database: Queryable, key: SendKey): Promise<void> {
  await database.query(
    'update sends set sent_at = coalesce(sent_at, now()) where chain_id = $1 and address = $2 and nonce = $3',
    [key.chainId, key.address, key.nonce],
  );
}

export type Inclusion = { readonly hash: Hash; readonly blockNumber: bigint; readonly blockHash: Hash };

/** Stores the block that now contains a send; null if a reorg removed it. */
export async function setInclusion(transaction: Transaction, key: SendKey, inclusion: Inclusion | null): Promise<void> {
  await transaction.query(
    `update sends set state = $4, mined_hash = $5, mined_block = $6, mined_block_hash = $7
     where chain_id = $1 and address = $2 and nonce = $3 and state in ('open', 'mined')`,
    [
      key.chainId,
      key.address,
      key.nonce,
      inclusion ? 'mined' : 'open',
      inclusion?.hash ?? null,
      inclusion?.blockNumber ?? null,
      inclusion?.blockHash ?? null,
    ],
  );
}

// A batch that reverts costs its whole gas limit, so at most one in so many transactions may revert for the same reason.
const NEWEST_SENDS = 1000;

/** Whether one of a sender's newest transactions was a batch that reverted as a whole. */
export async function hasRevertedBatch(database: Queryable, { chainId, address }: SenderKey): Promise<boolean> {
  const rows = await database.query(
    `select from (select state, call_data from sends where chain_id = $1 and address = $2
       order by nonce desc limit ${NEWEST_SENDS}) newest
     where state = 'reverted' and starts_with(call_data, $3) limit 1`,
    [chainId, address, BATCH_SELECTOR],
  );
  return rows.length > 0;
}

export type SendOutcome = 'succeeded' | 'reverted' | 'cancelled';

/** What a final transaction cost its sender. */
export type SendCost = {
  /** In wei; null if unknown. */
  readonly gasCost: bigint | null;
  /** The price of the native token at the settlement, scaled like every price. */
  readonly nativePrice: bigint;
};

export type Settlement = { readonly outcome: SendOutcome; readonly inclusion: Inclusion; readonly cost: SendCost };

/** Settles a send with the outcome of its final transaction. */
export async function settleSend(
  transaction: Transaction,
  key: SendKey,
  { outcome, inclusion, cost }: Settlement,
): Promise<void> {
  await transaction.query(
    `update sends set state = $4, mined_hash = $5, mined_block = $6, mined_block_hash = $7, gas_cost = $8, native_price = $9
     where chain_id = $1 and address = $2 and nonce = $3 and state in ('open', 'mined')`,
    [
      ...[key.chainId, key.address, key.nonce, outcome, inclusion.hash, inclusion.blockNumber, inclusion.blockHash],
      ...[cost.gasCost, cost.gasCost === null ? null : cost.nativePrice],
    ],
  );
}

/** Settles a send of a former hot wallet that can no longer pay. */
export async function revokeSend(transaction: Transaction, key: SendKey, cost: SendCost): Promise<void> {
  await transaction.query(
    `update sends set state = 'revoked', mined_hash = null, mined_block = null, mined_block_hash = null, gas_cost = $4,
       native_price = $5
     where chain_id = $1 and address = $2 and nonce = $3 and state in ('open', 'mined')`,
    [key.chainId, key.address, key.nonce, cost.gasCost, cost.nativePrice],
  );
}
