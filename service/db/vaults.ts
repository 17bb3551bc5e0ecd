import type { Address } from 'viem';
import type { Queryable } from './database.ts';

export type VaultQuery = { readonly chainId: number; readonly vaults: readonly Address[] };

/** Stores the configured vaults of a chain. They stay stored when the configuration no longer has them. */
export async function rememberVaults(database: Queryable, { chainId, vaults }: VaultQuery): Promise<void> {
  await database.query(
    'insert into vaults (chain_id, address) select $1, unnest($2::text[]) on conflict (chain_id, address) do nothing',
    [chainId, vaults],
  );
}

/** The vaults of a chain that have deposits or payments, but are not among these. */
export async function findMissingVaults(
  database: Queryable,
  { chainId, vaults }: VaultQuery,
): Promise<readonly Address[]> {
  const rows = await database.query<{ readonly address: Address }>(
    `select v.address from vaults v where v.chain_id = $1 and v.address <> all($2::text[])
       and (exists (select from deposits d where d.chain_id = $1 and d.maker = v.address)
         or exists (select from sends s where s.chain_id = $1 and s.call_to = v.address))
     order by v.address`,
    [chainId, vaults],
  );
  return rows.map(({ address }) => address);
}
