import type { Address } from 'viem';
import type { Queryable, Transaction } from './database.ts';
import type { IncidentKind } from './incidents.ts';

export type SenderKey = { readonly chainId: number; readonly address: Address };

export type Sender = SenderKey & { readonly nextNonce: number; readonly haltedReason: string | null };

type SenderRow = { chain_id: bigint; address: Address; next_nonce: bigint; halted_reason: string | null };

function toSender(row: SenderRow): Sender {
  return {
    chainId: Number(row.chain_id),
    address: row.address,
    nextNonce: Number(row.next_nonce),
    haltedReason: row.halted_reason,
  };
}

/** Starts a sender's nonces where the chain has them, the first time only; after that the database alone counts. */
export async function rememberSender(
  database: Queryable,
  { chainId, address }: SenderKey,
  nonceOnChain: number,
): Promise<void> {
  await database.query(
    'insert into senders (chain_id, address, next_nonce) values ($1, $2, $3) on conflict (chain_id, address) do nothing',
    [chainId, address, nonceOnChain],
  );
}

export async function readSender(database: Queryable, { chainId, address }: SenderKey): Promise<Sender | null> {
  const [row] = await database.query<SenderRow>('select * from senders where chain_id = $1 and address = $2', [
    chainId,
    address,
  ]);
  return row ? toSender(row) : null;
}

/** Everything that takes a nonce goes through this lock, one at a time over all processes. */
export async function lockSender(transaction: Transaction, { chainId, address }: SenderKey): Promise<Sender | null> {
  const [row] = await transaction.query<SenderRow>(
    'select * from senders where chain_id = $1 and address = $2 for update',
    [chainId, address],
  );
  return row ? toSender(row) : null;
}

/** Uses up the next nonce, in the transaction that stores what is signed with it. */
export async function takeNonce(transaction: Transaction, { chainId, address, nextNonce }: Sender): Promise<void> {
  await transaction.query('update senders set next_nonce = $3 where chain_id = $1 and address = $2', [
    chainId,
    address,
    nextNonce + 1,
  ]);
}

/** Halts a sender, unless it is halted already; the first reason stays, and becomes an incident. */
export async function haltSender(database: Queryable, { chainId, address }: SenderKey, reason: string): Promise<void> {
  const kind: IncidentKind = 'senderHalted';
  await database.query(
    `with halted as (
       update senders set halted_reason = $3 where chain_id = $1 and address = $2 and halted_reason is null
       returning chain_id
     )
     insert into incidents (kind, chain_id, detail) select $4, chain_id, $3 from halted`,
    [chainId, address, reason, kind],
  );
}
