import type { Address, Hash } from 'viem';
import type { Queryable, Transaction } from '../db/database.ts';
import { onlyRow } from '../db/database.ts';
import type { IncidentKind } from '../db/incidents.ts';

/** A block that a watcher has read. */
export type Anchor = { readonly number: bigint; readonly hash: Hash };

/** The anchors of a chain, oldest first. */
export async function readAnchors(database: Queryable, chainId: number): Promise<readonly Anchor[]> {
  return database.query<Anchor>('select number, hash from anchors where chain_id = $1 order by number', [chainId]);
}

type NewAnchor = Anchor & { readonly chainId: number; readonly reorgWindow: number };

/** Stores an anchor, and removes those older than the newest anchor beyond the reorg window. */
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

/** The chains that count as rewritten, with the reasons. */
export function readRewrites(
  database: Queryable,
): Promise<readonly { readonly chainId: number; readonly reason: string }[]> {
  return database.query(
    'select chain_id, rewritten_reason as reason from chains where rewritten_reason is not null order by chain_id',
  );
}

type Rewrite = {
  readonly chainId: number;
  /** The cursor's version before the watcher read the chain. */
  readonly version: bigint;
  readonly reason: string;
};

/**
 * Stores that a chain was rewritten, with an incident. Reads in progress then store nothing.
 * @returns false if another process has moved the cursor meanwhile
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

type VaultQuery = { readonly chainId: number; readonly vaults: readonly Address[] };

/** Stores a chain's configured vaults. They stay stored after the configuration drops them. */
export async function rememberVaults(database: Queryable, { chainId, vaults }: VaultQuery): Promise<void> {
  await database.query(
    'insert into vaults (chain_id, address) select $1, unnest($2::text[]) on conflict (chain_id, address) do nothing',
    [chainId, vaults],
  );
}

/** A chain's vaults that have deposits or payments but aren't among these. */
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

/** The last block whose vault events were read; null before the first read. */
export async function readVaultRead(database: Queryable, chainId: number): Promise<bigint | null> {
  const [row] = await database.query<{ readonly vaultReadTo: bigint | null }>(
    'select vault_read_to from chains where chain_id = $1',
    [chainId],
  );
  return row?.vaultReadTo ?? null;
}

type VaultReadMove = { readonly chainId: number; readonly from: bigint | null; readonly to: bigint };

/**
 * Stores the last block whose vault events were read.
 * @returns false if another process has moved it meanwhile
 */
export async function moveVaultRead(database: Queryable, { chainId, from, to }: VaultReadMove): Promise<boolean> {
  const rows = await database.query(
    `update chains set vault_read_to = $3 where chain_id = $1 and vault_read_to is not distinct from $2::bigint
     returning chain_id`,
    [chainId, from, to],
  );
  return rows.length === 1;
}

/** Identifies a chain and its deposit contract. A database belongs to one identity per chain. */
export type ChainIdentity = {
  readonly chainId: number;
  readonly genesisHash: Hash;
  readonly depositContract: Address;
};

export type Cursor = {
  readonly scannedTo: bigint | null;
  readonly scannedToHash: Hash | null;
  readonly version: bigint;
  /** When a watcher last read the chain without an error, by the watcher's clock. */
  readonly lookedAt: Date | null;
};

/** Stores the identity of a chain the first time. @returns the stored identity */
export async function rememberChain(database: Queryable, identity: ChainIdentity): Promise<ChainIdentity> {
  const { chainId, genesisHash, depositContract } = identity;
  await database.query(
    `insert into chains (chain_id, genesis_hash, deposit_contract) values ($1, $2, $3)
     on conflict (chain_id) do nothing`,
    [chainId, genesisHash, depositContract],
  );
  return onlyRow(
    await database.query<ChainIdentity>(
      'select chain_id, genesis_hash, deposit_contract from chains where chain_id = $1',
      [chainId],
    ),
  );
}

export async function readCursor(database: Queryable, chainId: number): Promise<Cursor> {
  return onlyRow(
    await database.query<Cursor>(
      'select scanned_to, scanned_to_hash, version, looked_at from chains where chain_id = $1',
      [chainId],
    ),
  );
}

export async function noteLook(database: Queryable, chainId: number, lookedAt: Date): Promise<void> {
  await database.query('update chains set looked_at = $2 where chain_id = $1', [chainId, lookedAt]);
}

/** A watcher's last successful read of a chain. */
export type ChainLook = { readonly lookedAt: Date; readonly headAt: Date | null };

export async function readLooks(database: Queryable): Promise<ReadonlyMap<number, ChainLook>> {
  const rows = await database.query<ChainLook & { readonly chainId: number }>(
    'select chain_id, looked_at, head_at from chains where looked_at is not null',
  );
  return new Map(rows.map(({ chainId, ...look }) => [chainId, look]));
}

/** How far a chain's deposits have been read; each field is null before the first read. */
export type Watch = {
  readonly rewrittenReason: string | null;
  /** The time since the last successful read. */
  readonly ageSeconds: number | null;
  readonly unreadBlocks: bigint | null;
};

export async function readWatches(database: Queryable): Promise<ReadonlyMap<number, Watch>> {
  const rows = await database.query<Watch & { readonly chainId: number }>(
    `select chain_id, rewritten_reason, extract(epoch from now() - looked_at)::double precision as age_seconds,
       greatest(head, unread_head) - scanned_to as unread_blocks from chains`,
  );
  return new Map(rows.map(({ chainId, ...watch }) => [chainId, watch]));
}

export type CursorMove = {
  readonly chainId: number;
  /** The cursor's version before the watcher read the chain. */
  readonly version: bigint;
  readonly scannedTo: bigint;
  readonly scannedToHash: Hash;
  readonly head: bigint;
  /** The timestamp of that head. */
  readonly headAt: Date;
};

/**
 * Moves a chain's cursor.
 * @returns false if another process has moved it meanwhile: this read may then be older than the stored one
 */
export async function moveCursor(database: Queryable, move: CursorMove): Promise<boolean> {
  const rows = await database.query(
    `update chains set scanned_to = $3, scanned_to_hash = $4, head = $5, head_at = $6, unread_head = null, version = version + 1
     where chain_id = $1 and version = $2 returning chain_id`,
    [move.chainId, move.version, move.scannedTo, move.scannedToHash, move.head, move.headAt],
  );
  return rows.length === 1;
}

export type HeadNote = Pick<CursorMove, 'chainId' | 'version' | 'head' | 'headAt'>;

/**
 * Stores the newest block, unless another process has moved the cursor meanwhile. Receipts count confirmations from it.
 */
export async function noteHead(database: Queryable, { chainId, version, head, headAt }: HeadNote): Promise<void> {
  await database.query(
    'update chains set head = $3, head_at = $4, unread_head = null where chain_id = $1 and version = $2',
    [chainId, version, head, headAt],
  );
}

/** Stores the newest block while earlier blocks cannot be read. Only the watcher's lag is computed from it. */
export async function noteUnreadHead(
  database: Queryable,
  { chainId, version, head }: Omit<HeadNote, 'headAt'>,
): Promise<void> {
  await database.query('update chains set unread_head = $3 where chain_id = $1 and version = $2', [
    ...[chainId, version, head],
  ]);
}

/** Stores the newest final block of a chain whose finality is a tag. Processes may store out of order. */
export async function noteFinalBlock(database: Queryable, chainId: number, finalBlock: bigint): Promise<void> {
  await database.query(
    'update chains set final_block = $2 where chain_id = $1 and (final_block is null or final_block < $2)',
    [chainId, finalBlock],
  );
}

/** The last block of a chain's first scan, and of its rescan. */
export type RescanProgress = { readonly scannedTo: bigint | null; readonly rescannedTo: bigint | null };

export async function readRescan(database: Queryable, chainId: number): Promise<RescanProgress> {
  return onlyRow(
    await database.query<RescanProgress>('select scanned_to, rescanned_to from chains where chain_id = $1', [chainId]),
  );
}

export type RescanMove = { readonly chainId: number; readonly from: bigint | null; readonly to: bigint };

/**
 * Moves the rescan's cursor.
 * @returns false if another process has moved it meanwhile
 */
export async function moveRescan(database: Queryable, { chainId, from, to }: RescanMove): Promise<boolean> {
  const rows = await database.query(
    `update chains set rescanned_to = $3 where chain_id = $1 and rescanned_to is not distinct from $2::bigint
     returning chain_id`,
    [chainId, from, to],
  );
  return rows.length === 1;
}
