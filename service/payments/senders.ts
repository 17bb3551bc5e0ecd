import type { Queryable, Transaction } from '../db/database.ts';
import type { IncidentKind } from '../db/incidents.ts';
import type { SenderKey } from './model/payment.ts';

export type Sender = SenderKey & {
  readonly nextNonce: number;
  readonly haltedReason: string | null;
  /** The signer's next nonce when that last halted the sender; null if it never has. */
  readonly signedNonce: number | null;
};

export type NewSender = SenderKey & {
  readonly nextNonce: number;
  /** Why the sender starts halted, or null. */
  readonly haltedReason: string | null;
};

/**
 * Stores a sender with the chain's next nonce, only the first time. After that, the database counts the nonces. A
 * sender that starts halted stores an incident with it.
 */
export async function rememberSender(database: Queryable, sender: NewSender): Promise<void> {
  const { chainId, address, nextNonce, haltedReason } = sender;
  const kind: IncidentKind = 'senderHalted';
  await database.query(
    `with added as (
       insert into senders (chain_id, address, next_nonce, halted_reason) values ($1, $2, $3, $4)
       on conflict (chain_id, address) do nothing returning chain_id, halted_reason
     )
     insert into incidents (kind, chain_id, detail)
     select $5, chain_id, halted_reason from added where halted_reason is not null`,
    [chainId, address, nextNonce, haltedReason, kind],
  );
}

const SELECT_SENDER =
  'select chain_id, address, next_nonce, halted_reason, signed_nonce from senders where chain_id = $1 and address = $2';

export async function readSender(database: Queryable, { chainId, address }: SenderKey): Promise<Sender | null> {
  const [sender] = await database.query<Sender>(SELECT_SENDER, [chainId, address]);
  return sender ?? null;
}

/** A chain's hot wallet and its former hot wallets. The halt of a revoked one no longer counts. */
export function readSenders(database: Queryable, chainId: number): Promise<readonly Sender[]> {
  return database.query<Sender>(
    `select chain_id, address, next_nonce, signed_nonce, case when not revoked then halted_reason end as halted_reason
     from senders where chain_id = $1 order by address`,
    [chainId],
  );
}

/** The halted senders of every chain, including former hot wallets. The halt of a revoked one no longer counts. */
export function readHaltedSenders(
  database: Queryable,
): Promise<readonly (Sender & { readonly haltedReason: string })[]> {
  return database.query(
    `select chain_id, address, next_nonce, halted_reason, signed_nonce from senders
     where halted_reason is not null and not revoked order by chain_id, address`,
  );
}

/** Notes that no vault lets a former hot wallet pay any more, in a final block. */
export async function markRevoked(database: Queryable, { chainId, address }: SenderKey): Promise<void> {
  await database.query('update senders set revoked = true where chain_id = $1 and address = $2', [chainId, address]);
}

/** Locks a sender. Every transaction that takes a nonce does so first, in all processes. */
export async function lockSender(transaction: Transaction, { chainId, address }: SenderKey): Promise<Sender | null> {
  const [sender] = await transaction.query<Sender>(`${SELECT_SENDER} for update`, [chainId, address]);
  return sender ?? null;
}

/** Takes the next nonce, in the transaction that stores the bytes signed with it. */
export async function takeNonce(transaction: Transaction, { chainId, address, nextNonce }: Sender): Promise<void> {
  await transaction.query('update senders set next_nonce = $3 where chain_id = $1 and address = $2', [
    chainId,
    address,
    nextNonce + 1,
  ]);
}

/**
 * Halts a sender and stores an incident. If the sender is already halted, the first reason stays.
 * @param sender with `signedNonce` if that is the reason: the nonce below which the signer has signed. It halts a
 * sender once.
 * @returns whether it was not halted before
 */
export async function haltSender(
  database: Queryable,
  { chainId, address, signedNonce = null }: SenderKey & { readonly signedNonce?: number | null },
  reason: string,
): Promise<boolean> {
  const kind: IncidentKind = 'senderHalted';
  const halted = await database.query(
    `with halted as (
       update senders set halted_reason = $3, signed_nonce = coalesce($5, signed_nonce)
       where chain_id = $1 and address = $2 and halted_reason is null
       returning chain_id
     )
     insert into incidents (kind, chain_id, detail) select $4, chain_id, $3 from halted returning kind`,
    [chainId, address, reason, kind, signedNonce],
  );
  return halted.length > 0;
}
