import type { Address, Hash } from 'viem';
import type { Deposit } from '../domain/deposit.ts';
import type { PaymentKind } from '../domain/payment.ts';
import type { Queryable, Transaction } from './database.ts';
import type { SendKey } from './sends.ts';

/** A payment that a send makes for a transfer. */
export type Obligation = {
  readonly transferId: Hash;
  readonly kind: PaymentKind;
  readonly token: Address;
  readonly recipient: Address;
  readonly amount: bigint;
};

/** The position of an obligation in the call of its send. */
export type ItemKey = SendKey & { readonly item: number };

export async function insertObligation(transaction: Transaction, key: ItemKey, obligation: Obligation): Promise<void> {
  const { transferId, kind, token, recipient, amount } = obligation;
  await transaction.query(
    `insert into obligations (transfer_id, kind, chain_id, address, nonce, item, token, recipient, amount)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [transferId, kind, key.chainId, key.address, key.nonce, key.item, token, recipient, amount],
  );
}

/** The live obligations of a send, in the order of its call. */
export function readObligations(database: Queryable, key: SendKey): Promise<readonly Obligation[]> {
  return database.query<Obligation>(
    `select transfer_id, kind, token, recipient, amount from obligations
     where chain_id = $1 and address = $2 and nonce = $3 and state = 'live' order by item`,
    [key.chainId, key.address, key.nonce],
  );
}

/** The transfers of a send, in any state of its obligations. */
export async function readTransferIds(database: Queryable, key: SendKey): Promise<readonly Hash[]> {
  const rows = await database.query<{ readonly transferId: Hash }>(
    'select transfer_id from obligations where chain_id = $1 and address = $2 and nonce = $3 order by item',
    [key.chainId, key.address, key.nonce],
  );
  return rows.map(({ transferId }) => transferId);
}

/** The place of each deposit that a send pays, in the order of its call and in any state of its obligations. */
export function readDepositReferences(
  database: Queryable,
  key: SendKey,
): Promise<readonly Pick<Deposit, 'chainId' | 'transactionHash' | 'ordinal'>[]> {
  return database.query(
    `select d.chain_id, d.tx_hash as transaction_hash, d.ordinal from obligations o join deposits d on d.id = o.transfer_id
     where o.chain_id = $1 and o.address = $2 and o.nonce = $3 order by o.item`,
    [key.chainId, key.address, key.nonce],
  );
}

/** Whether a payment of a transfer has taken effect or still can. A reorg of its deposit then changes nothing. */
export async function hasBindingObligation(database: Queryable, transferId: Hash): Promise<boolean> {
  const rows = await database.query("select 1 from obligations where transfer_id = $1 and state <> 'void'", [
    transferId,
  ]);
  return rows.length > 0;
}

/** Closes an obligation: as `paid`, or as `void` if the final transaction of its nonce did not make the payment. */
export async function closeObligation(
  transaction: Transaction,
  transferId: Hash,
  state: 'paid' | 'void',
): Promise<void> {
  await transaction.query("update obligations set state = $2 where transfer_id = $1 and state = 'live'", [
    transferId,
    state,
  ]);
}

export type ReservedQuery = { readonly chainId: number; readonly token: Address; readonly atBlock: bigint };

/**
 * The sum that signed payments take from a balance after the block at which it was read. A payment can become final while
 * another is prepared with an older balance, so final payments of later blocks count too.
 */
export async function readReserved(database: Queryable, { chainId, token, atBlock }: ReservedQuery): Promise<bigint> {
  const [row] = await database.query<{ reserved: bigint }>(
    `select coalesce(sum(amount), 0)::numeric(78,0) as reserved from (
       select o.amount from obligations o join sends s using (chain_id, address, nonce)
       where o.state = 'live' and o.chain_id = $1 and o.token = $2 and (s.mined_block is null or s.mined_block > $3)
       union all
       select o.amount from sends s join obligations o using (chain_id, address, nonce)
       where o.state = 'paid' and o.chain_id = $1 and o.token = $2 and s.mined_block > $3
     ) as later`,
    [chainId, token, atBlock],
  );
  return row?.reserved ?? 0n;
}
