import type { Hash } from 'viem';
import type { Queryable, Transaction } from './database.ts';
import type { IncidentKind } from './incidents.ts';

/** A block that a watcher has read. */
export type Anchor = { readonly number: bigint; readonly hash: Hash };

/** The anchors of a chain, oldest first. */
export async function readAnchors(database: Queryable, chainId: number): Promise<readonly Anchor[]> {
  return database.query<Anchor>('select number, hash from anchors where chain_id = $1 order by number', [chainId]);
}

export type NewAnchor = Anchor & { readonly chainId: number; readonly reorgWindow: number };

/** Stores an anchor, and removes all that are older than the newest one beyond the reorg window. */
export async function addAnchor(
  transaction: Transaction,
  { chainId, number, hash, reorgWindow }: NewAnchor,
): Promise<void> {
  await transaction.query(
    `insert into anchors (chain_id, number, hash) values ($1, $2, $3)
     on conflict (chain_id, number) do update set hash = excluded.hash`,
    [chainId, number, hash],
  );
  await transaction.query(
    `delete from anchors where chain_id = $1
       and number < (select max(number) from anchors where chain_id = $1 and number <= $2)`,
    [chainId, number - BigInt(reorgWindow)],
  );
}

/** Removes the anchors that a reorg has replaced. */
export async function dropAnchors(
  database: Queryable,
  { chainId, after }: { readonly chainId: number; readonly after: bigint },
): Promise<void> {
  await database.query('delete from anchors where chain_id = $1 and number > $2', [chainId, after]);
}

/** Why a chain counts as rewritten, or null. */
export async function readRewrite(database: Queryable, chainId: number): Promise<string | null> {
  const [row] = await database.query<{ readonly rewrittenReason: string | null }>(
    'select rewritten_reason from chains where chain_id = $1',
    [chainId],
  );
  return row?.rewrittenReason ?? null;
}

export type Rewrite = {
  readonly chainId: number;
  /** The cursor's version before the watcher read the chain. */
  readonly version: bigint;
  readonly reason: string;
};

/**
 * Stores that a chain was rewritten, with an incident. Readings that are under way store nothing any more.
 * @returns false if another process has moved the cursor since
 */
export async function storeRewrite(database: Queryable, { chainId, version, reason }: Rewrite): Promise<boolean> {
  const kind: IncidentKind = 'chainRewritten';
  const rows = await database.query(
    `with stopped as (
       update chains set rewritten_reason = $3, version = version + 1
       where chain_id = $1 and version = $2 and rewritten_reason is null returning chain_id
     )
     insert into incidents (kind, chain_id, detail) select $4, chain_id, $3 from stopped returning id`,
    [chainId, version, reason, kind],
  );
  return rows.length === 1;
}
