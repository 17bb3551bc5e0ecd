import type { Address, Hash } from 'viem';
import type { Queryable, Transaction } from './database.ts';

export type SpamToken = {
  readonly chainId: number;
  readonly token: Address;
  readonly at: Date;
  readonly who: string;
  readonly why: string;
};

export async function readSpamTokens(database: Queryable, chainId: number): Promise<ReadonlySet<Address>> {
  const rows = await database.query<{ readonly token: Address }>('select token from spam_tokens where chain_id = $1', [
    chainId,
  ]);
  return new Set(rows.map(({ token }) => token));
}

/** Every decision, newest first. */
export function listSpamTokens(database: Queryable): Promise<readonly SpamToken[]> {
  return database.query<SpamToken>('select chain_id, token, at, who, why from spam_tokens order by at desc, token');
}

/** @returns false if the token was spam already */
export async function insertSpamToken(transaction: Transaction, spam: Omit<SpamToken, 'at'>): Promise<boolean> {
  const rows = await transaction.query(
    `insert into spam_tokens (chain_id, token, who, why) values ($1, $2, $3, $4)
     on conflict (chain_id, token) do nothing returning token`,
    [spam.chainId, spam.token, spam.who, spam.why],
  );
  return rows.length === 1;
}

export type TokenKey = Pick<SpamToken, 'chainId' | 'token'>;

/** @returns false if the token was no spam */
export async function deleteSpamToken(transaction: Transaction, { chainId, token }: TokenKey): Promise<boolean> {
  const rows = await transaction.query('delete from spam_tokens where chain_id = $1 and token = $2 returning token', [
    chainId,
    token,
  ]);
  return rows.length === 1;
}

/** The held transfers that deposited a token on a chain, oldest first. */
export async function findHeldOf(
  database: Queryable,
  { chainId, token }: TokenKey,
  limit: number,
): Promise<readonly Hash[]> {
  const rows = await database.query<{ readonly id: Hash }>(
    `select t.id from transfers t join deposits d on d.id = t.id
     where t.state = 'held' and d.chain_id = $1 and d.token = $2 order by t.created_at, t.id limit $3`,
    [chainId, token, limit],
  );
  return rows.map(({ id }) => id);
}
