import type { SupportedToken } from '../domain/supportedTokens.ts';
import type { Database, Queryable } from './database.ts';

/**
 * Replaces the stored tokens by those of the configuration. One without the rule for two operators keeps the stored bounds: a worker
 * without the rule must not end it, because one operator can start such a worker.
 */
export async function storeSupportedTokens(database: Database, tokens: readonly SupportedToken[]): Promise<void> {
  const keys = [tokens.map(({ chainId }) => String(chainId)), tokens.map(({ token }) => token)];
  await database.transaction(async (transaction) => {
    await transaction.query(
      `delete from supported_tokens t where not exists (
         select from unnest($1::bigint[], $2::text[]) as r (chain_id, token)
         where r.chain_id = t.chain_id and r.token = t.token)`,
      keys,
    );
    await transaction.query(
      `insert into supported_tokens as t (chain_id, token, name, decimals, one_operator_max)
       select chain_id, token, name, decimals, nullif(bound, '')::numeric
       from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::text[]) as r (chain_id, token, name, decimals, bound)
       on conflict (chain_id, token) do update
         set name = excluded.name, decimals = excluded.decimals,
           one_operator_max = coalesce(excluded.one_operator_max, t.one_operator_max)
         where (t.name, t.decimals, t.one_operator_max) is distinct from
           (excluded.name, excluded.decimals, coalesce(excluded.one_operator_max, t.one_operator_max))`,
      [
        ...keys,
        tokens.map(({ name }) => name),
        tokens.map(({ decimals }) => String(decimals)),
        tokens.map(({ oneOperatorMax }) => (oneOperatorMax === null ? '' : String(oneOperatorMax))),
      ],
    );
  });
}

export function readSupportedTokens(database: Queryable): Promise<readonly SupportedToken[]> {
  return database.query<SupportedToken>(
    'select chain_id, token, name, decimals, one_operator_max from supported_tokens order by chain_id, token',
  );
}
