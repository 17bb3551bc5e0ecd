import type { Address, Hash } from 'viem';
import type { Outflow } from '../books/model/sweep.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { insertRows } from '../db/database.ts';
import type { Deposit } from '../deposits/model/deposit.ts';
import type { Payment, PaymentKind, SenderKey, SendKey } from './model/payment.ts';

type ChainCount = { readonly chainId: number; readonly count: number };

/** Counts the open transfers that need a chain outside this list, for their decision or their next payment. */
export function countTransfersElsewhere(
  database: Queryable,
  chainIds: readonly number[],
): Promise<readonly ChainCount[]> {
  return database.query<ChainCount>(
    `select chain_id, count(*) as count from (
       select t.paying_chain_id as chain_id from transfers t
       where t.state not in ('delivered', 'refunded', 'unseen') and t.state not in ('seen', 'held')
       union all
       select d.chain_id from transfers t join deposits d on d.id = t.id
       where t.state = 'seen' and t.state not in ('delivered', 'refunded', 'unseen')
     ) as open where chain_id <> all($1::bigint[]) group by chain_id order by chain_id`,
    [chainIds.map(String)],
  );
}

type ForeignSends = { readonly chainId: number; readonly address: Address; readonly count: number };

/** Counts the unsettled payments of senders outside this list, per sender. */
export async function countSendsOfOthers(
  database: Queryable,
  senders: readonly SenderKey[],
): Promise<readonly ForeignSends[]> {
  const rows = await database.query<ForeignSends>(
    `select chain_id, address, count(*) as count from sends where state in ('open', 'mined')
     group by chain_id, address order by chain_id, address`,
  );
  return rows.filter((row) => !senders.some((one) => one.chainId === row.chainId && one.address === row.address));
}

/** A payment that a send makes for a transfer. */
export type Obligation = {
  readonly transferId: Hash;
  readonly kind: PaymentKind;
  readonly token: Address;
  readonly recipient: Address;
  readonly amount: bigint;
  /** The native tokens that the recipient gets in addition, in wei. */
  readonly gasDrop: bigint;
};

export function toPayment({ transferId, token, recipient, amount, gasDrop }: Obligation): Payment {
  return { id: transferId, token, to: recipient, amount, gasDrop };
}

/** Stores the obligations of a send, in the order of its call. */
export async function insertObligations(
  transaction: Transaction,
  { chainId, address, nonce }: SendKey,
  obligations: readonly Obligation[],
): Promise<void> {
  const rows = obligations.map(({ transferId, kind, token, recipient, amount, gasDrop }, item) => [
    ...[transferId, kind, chainId, address, nonce, item, token, recipient, amount, gasDrop],
  ]);
  const table = 'obligations (transfer_id, kind, chain_id, address, nonce, item, token, recipient, amount, gas_drop)';
  await insertRows(transaction, table, rows);
}

/** The live obligations of a send, in the order of its call. */
export function readObligations(database: Queryable, key: SendKey): Promise<readonly Obligation[]> {
  return database.query<Obligation>(
    `select transfer_id, kind, token, recipient, amount, gas_drop from obligations
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

/** The place of each deposit that a send pays, in the order of its call, whatever the state of its obligations. */
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

/** Closes obligations: as `paid`, or as `void` if the final transaction at their nonce didn't make the payments. */
export async function closeObligations(
  transaction: Transaction,
  transferIds: readonly Hash[],
  state: 'paid' | 'void',
): Promise<void> {
  await transaction.query("update obligations set state = $2 where transfer_id = any($1) and state = 'live'", [
    transferIds,
    state,
  ]);
}

export type ReservedQuery = {
  readonly chainId: number;
  readonly tokens: readonly Address[];
  readonly atBlock: bigint;
};

/**
 * The sums that signed payments take from balances after the block at which they were read. A payment can become final
 * while another is prepared with an older balance, so final payments in later blocks count too.
 * @returns the sums by token; a token of which nothing is taken is missing
 */
export async function readReserved(
  database: Queryable,
  { chainId, tokens, atBlock }: ReservedQuery,
): Promise<ReadonlyMap<Address, bigint>> {
  const rows = await database.query<{ readonly token: Address; readonly reserved: bigint }>(
    `select token, sum(amount)::numeric(78,0) as reserved from (
       select o.token, o.amount from outgoing o join sends s using (chain_id, address, nonce)
       where o.state = 'live' and o.chain_id = $1 and o.token = any($2) and (s.mined_block is null or s.mined_block > $3)
       union all
       select o.token, o.amount from sends s join outgoing o using (chain_id, address, nonce)
       where o.state = 'paid' and o.chain_id = $1 and o.token = any($2) and s.mined_block > $3
     ) as later group by token`,
    [chainId, tokens, atBlock],
  );
  return new Map(rows.map(({ token, reserved }) => [token, reserved]));
}

/** A chain's payments that count as made, in blocks after this one. The books don't know every payment's block. */
export function readPaidAfter(
  database: Queryable,
  { chainId, atBlock }: Pick<ReservedQuery, 'chainId' | 'atBlock'>,
): Promise<readonly Outflow[]> {
  return database.query<Outflow>(
    `select o.transfer_id as id, o.token, o.amount
     from sends s join outgoing o using (chain_id, address, nonce)
     where o.state = 'paid' and o.chain_id = $1 and s.mined_block > $2`,
    [chainId, atBlock],
  );
}
