import type { Hash } from 'viem';
import type { Queryable } from '../db/database.ts';
import type { SendKey } from './model/payment.ts';
import type { Obligation } from './obligations.ts';

export type StoredAttempt = {
  readonly attempt: number;
  readonly hash: Hash;
  readonly maxFee: bigint;
  readonly tip: bigint;
  readonly createdAt: Date;
};

type PaymentRow = Omit<Obligation, 'transferId'> &
  SendKey & {
    readonly state: 'live' | 'paid' | 'void';
    readonly sendState: string;
    readonly sentAt: Date | null;
    readonly minedHash: Hash | null;
    readonly minedBlock: bigint | null;
  };

/** A payment of a transfer: the obligation, its nonce, and every attempt at that nonce. */
export type StoredPayment = Omit<PaymentRow, 'address'> & { readonly attempts: readonly StoredAttempt[] };

// Each half has its own index.
const OBLIGATIONS = `(select * from obligations where transfer_id = $1 and state <> 'void'
  union all select * from obligations where transfer_id = $1 and state = 'void')`;

/** The payments of a transfer, oldest first. */
export async function readStoredPayments(database: Queryable, id: Hash): Promise<readonly StoredPayment[]> {
  const rows = await database.query<PaymentRow>(
    `select o.kind, o.state, o.chain_id, o.address, o.nonce, o.token, o.recipient, o.amount, o.gas_drop,
       s.state as send_state, s.sent_at, s.mined_hash, s.mined_block
     from ${OBLIGATIONS} o join sends s using (chain_id, address, nonce) order by o.id`,
    [id],
  );
  const payments: StoredPayment[] = [];
  for (const { address, ...payment } of rows) {
    const attempts = await database.query<StoredAttempt>(
      `select attempt, hash, max_fee, tip, created_at from attempts
       where chain_id = $1 and address = $2 and nonce = $3 order by attempt`,
      [payment.chainId, address, payment.nonce],
    );
    payments.push({ ...payment, attempts });
  }
  return payments;
}
