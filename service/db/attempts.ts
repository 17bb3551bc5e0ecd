import type { Hash, Hex } from 'viem';
import type { TransactionFees } from '../domain/gasPrice.ts';
import type { SenderKey, SendKey } from '../domain/payment.ts';
import type { Queryable, Transaction } from './database.ts';

/** Signed bytes for a nonce. The service broadcasts nothing else. */
export type Attempt = SendKey & {
  readonly attempt: number;
  readonly hash: Hash;
  readonly raw: Hex;
  readonly fees: TransactionFees;
  /** A call makes the payments of its send. A cancel uses up the nonce, so that the call cannot be mined. */
  readonly kind: 'call' | 'cancel';
  readonly createdAt: Date;
  /** Whether a transaction with this nonce is in a block now. */
  readonly isMined: boolean;
  /** Whether an RPC has accepted an attempt at this nonce. */
  readonly wasSent: boolean;
  readonly isCancelRequested: boolean;
  /** Whether the nonce settled with an attempt of the other kind, with a transaction from elsewhere, or because its sender is no payer. */
  readonly isOverruled: boolean;
};

export type NewAttempt = Pick<Attempt, keyof SendKey | 'attempt' | 'hash' | 'raw' | 'fees'> &
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

/** Every attempt at every unsettled nonce, oldest first. After a reorg an old attempt can be mined. */
export async function readUnsettledAttempts(database: Queryable, sender: SenderKey): Promise<readonly Attempt[]> {
  const rows = await database.query<AttemptRow>(
    `${SELECT_ATTEMPTS} and s.state in ('open', 'mined') order by a.nonce, a.attempt`,
    [sender.chainId, sender.address],
  );
  return rows.map(toAttempt);
}

export type NonceRange = { readonly from: number; readonly below: number };

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
