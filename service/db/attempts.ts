import type { Address, Hash, Hex } from 'viem';
import type { TransactionFees } from '../domain/gasPrice.ts';
import type { Queryable, Transaction } from './database.ts';
import type { SenderKey } from './senders.ts';
import type { SendKey } from './sends.ts';

/** Signed bytes for a nonce: the only thing that is ever broadcast. */
export type Attempt = SendKey & {
  readonly attempt: number;
  readonly hash: Hash;
  readonly raw: Hex;
  readonly fees: TransactionFees;
  /** What it does: the call of its send, or nothing, so that the call cannot happen any more. */
  readonly kind: 'call' | 'cancel';
  readonly createdAt: Date;
  /** Whether its nonce is in a block for now. */
  readonly isMined: boolean;
  /** Whether some node took an attempt at its nonce once. */
  readonly wasSent: boolean;
  readonly isCancelRequested: boolean;
  /** Whether its nonce is settled for good by an attempt of the other kind, or by a transaction from elsewhere. */
  readonly isOverruled: boolean;
};

export type NewAttempt = Pick<Attempt, keyof SendKey | 'attempt' | 'hash' | 'raw' | 'fees'> &
  ({ readonly kind: 'call'; readonly callHash: Hash } | { readonly kind: 'cancel'; readonly callHash: null });

type AttemptRow = {
  chain_id: bigint;
  address: Address;
  nonce: bigint;
  attempt: number;
  hash: Hash;
  raw: Hex;
  max_fee: bigint;
  tip: bigint;
  kind: 'call' | 'cancel';
  created_at: Date;
  is_mined: boolean;
  was_sent: boolean;
  is_cancel_requested: boolean;
  is_overruled: boolean;
};

function toAttempt(row: AttemptRow): Attempt {
  return {
    chainId: Number(row.chain_id),
    address: row.address,
    nonce: Number(row.nonce),
    attempt: row.attempt,
    hash: row.hash,
    raw: row.raw,
    fees: { maxFee: row.max_fee, tip: row.tip },
    kind: row.kind,
    createdAt: row.created_at,
    isMined: row.is_mined,
    wasSent: row.was_sent,
    isCancelRequested: row.is_cancel_requested,
    isOverruled: row.is_overruled,
  };
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
    s.state = 'displaced' or (s.state not in ('open', 'mined') and (s.state = 'cancelled') <> (a.kind = 'cancel'))
      as is_overruled
  from sends s join attempts a using (chain_id, address, nonce) where s.chain_id = $1 and s.address = $2`;

/** Every attempt at every unsettled nonce, oldest first: after a reorg an old one can be mined. */
export async function readUnsettledAttempts(database: Queryable, sender: SenderKey): Promise<readonly Attempt[]> {
  const rows = await database.query<AttemptRow>(
    `${SELECT_ATTEMPTS} and s.state in ('open', 'mined') order by a.nonce, a.attempt`,
    [sender.chainId, sender.address],
  );
  return rows.map(toAttempt);
}

export type NonceRange = { readonly from: number; readonly below: number };

/** Every attempt at some nonces, settled or not. */
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
