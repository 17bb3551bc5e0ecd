import type { Address, Hash } from 'viem';
import type { PaymentKind } from '../domain/payment.ts';
import type { TransferState } from '../domain/transferState.ts';
import type { Queryable } from './database.ts';
import type { StoredDeposit } from './deposits.ts';
import { readDeposit } from './deposits.ts';

/** Everything about a transfer that is not its deposit, its history or its payments. */
export type TransferRecord = {
  readonly id: Hash;
  readonly state: TransferState;
  readonly originChainName: string;
  readonly tokenName: string | null;
  readonly originDecimals: number | null;
  readonly destinationChainName: string | null;
  readonly destinationToken: Address | null;
  readonly destinationDecimals: number | null;
  readonly recipient: Address | null;
  readonly gasFee: bigint | null;
  readonly bridgeFee: bigint | null;
  readonly netAmount: bigint | null;
  readonly receiveAmount: bigint | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly tries: number;
  readonly failingSince: Date | null;
  readonly retryAt: Date | null;
  readonly settledHash: Hash | null;
  readonly settledAmount: bigint | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type StoredAttempt = {
  readonly attempt: number;
  readonly hash: Hash;
  readonly maxFee: bigint;
  readonly tip: bigint;
  readonly createdAt: Date;
};

/** A payment of a transfer: what is owed, the nonce that it is bound to, and everything signed for that nonce. */
export type StoredPayment = {
  readonly kind: PaymentKind;
  readonly state: 'live' | 'paid' | 'void';
  readonly chainId: number;
  readonly nonce: number;
  readonly token: Address;
  readonly recipient: Address;
  readonly amount: bigint;
  readonly sendState: string;
  readonly sentAt: Date | null;
  readonly minedHash: Hash | null;
  readonly minedBlock: bigint | null;
  readonly attempts: readonly StoredAttempt[];
};

export type TransferDetails = {
  readonly transfer: TransferRecord;
  readonly stored: StoredDeposit;
  readonly payments: readonly StoredPayment[];
};

type PaymentRow = Omit<StoredPayment, 'chainId' | 'nonce' | 'attempts'> & {
  chain_id: bigint;
  address: Address;
  nonce: bigint;
};

// Each half has an index of its own.
const OBLIGATIONS = `(select * from obligations where transfer_id = $1 and state <> 'void'
  union all select * from obligations where transfer_id = $1 and state = 'void')`;

async function readPayments(database: Queryable, id: Hash): Promise<readonly StoredPayment[]> {
  const rows = await database.query<PaymentRow>(
    `select o.kind, o.state, o.chain_id, o.address, o.nonce, o.token, o.recipient, o.amount, s.state as "sendState",
       s.sent_at as "sentAt", s.mined_hash as "minedHash", s.mined_block as "minedBlock"
     from ${OBLIGATIONS} o join sends s using (chain_id, address, nonce) order by o.id`,
    [id],
  );
  const payments: StoredPayment[] = [];
  for (const { chain_id: chainId, address, nonce, ...rest } of rows) {
    const attempts = await database.query<StoredAttempt>(
      `select attempt, hash, max_fee as "maxFee", tip, created_at as "createdAt" from attempts
       where chain_id = $1 and address = $2 and nonce = $3 order by attempt`,
      [chainId, address, nonce],
    );
    payments.push({ ...rest, chainId: Number(chainId), nonce: Number(nonce), attempts });
  }
  return payments;
}

export async function readTransferDetails(database: Queryable, id: Hash): Promise<TransferDetails | null> {
  const [transfer] = await database.query<TransferRecord>(
    `select id, state, origin_chain_name as "originChainName", token_name as "tokenName",
       origin_decimals as "originDecimals", destination_chain_name as "destinationChainName",
       destination_token as "destinationToken", destination_decimals as "destinationDecimals", recipient,
       gas_fee as "gasFee", bridge_fee as "bridgeFee", net_amount as "netAmount", receive_amount as "receiveAmount",
       reason, note, tries, failing_since as "failingSince", retry_at as "retryAt", settled_hash as "settledHash",
       settled_amount as "settledAmount", created_at as "createdAt", updated_at as "updatedAt"
     from transfers where id = $1`,
    [id],
  );
  const stored = await readDeposit(database, id);
  return transfer && stored ? { transfer, stored, payments: await readPayments(database, id) } : null;
}
