import type { Hash } from 'viem';
import type { SendKey } from '../domain/payment.ts';
import type { Queryable } from './database.ts';
import type { JournalEntry } from './journalFiles.ts';

/** An attempt at a payment that the journal has and the database lacks. It can still be mined. */
export type ForgottenAttempt = SendKey & { readonly transferId: Hash; readonly hash: Hash };

/** Stores the payments of forgotten attempts, so that every process knows them. */
export async function rememberForgotten(database: Queryable, entries: readonly JournalEntry[]): Promise<void> {
  for (const { transferIds, hash, chainId, address, nonce } of entries) {
    await database.query(
      `insert into forgotten_attempts (transfer_id, hash, chain_id, address, nonce)
       select unnest($1::text[]), $2, $3, $4, $5 on conflict (transfer_id, hash) do nothing`,
      [transferIds, hash, chainId, address, nonce],
    );
  }
}

/** The forgotten attempts at the payments of these transfers. */
export function readForgotten(database: Queryable, transferIds: readonly Hash[]): Promise<readonly ForgottenAttempt[]> {
  return database.query<ForgottenAttempt>(
    `select transfer_id, hash, chain_id, address, nonce from forgotten_attempts
     where transfer_id = any($1) order by nonce`,
    [transferIds],
  );
}

/** Removes an attempt whose nonce is final. From then on the chain alone says whether it has paid. */
export async function removeForgotten(database: Queryable, { transferId, hash }: ForgottenAttempt): Promise<void> {
  await database.query('delete from forgotten_attempts where transfer_id = $1 and hash = $2', [transferId, hash]);
}
