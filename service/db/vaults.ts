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

/** The last block whose vault events were read; null before the first reading. */
export async function readVaultRead(database: Queryable, chainId: number): Promise<bigint | null> {
  const [row] = await database.query<{ readonly vaultReadTo: bigint | null }>(
    'select vault_read_to from chains where chain_id = $1',
    [chainId],
  );
  return row?.vaultReadTo ?? null;
}

export type VaultReadMove = { readonly chainId: number; readonly from: bigint | null; readonly to: bigint };

/** Stores the last block whose vault events were read. @returns false if another process has moved it since */
export async function moveVaultRead(database: Queryable, { chainId, from, to }: VaultReadMove): Promise<boolean> {
  const rows = await database.query(
    `update chains set vault_read_to = $3 where chain_id = $1 and vault_read_to is not distinct from $2::bigint
     returning chain_id`,
    [chainId, from, to],
  );
  return rows.length === 1;
}
