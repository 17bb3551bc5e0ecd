import type { Address, Hash } from 'viem';
import type { Queryable } from './database.ts';
import { onlyRow } from './database.ts';

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

/** A watcher's last reading of a chain without an error. */
export type ChainLook = { readonly lookedAt: Date; readonly headAt: Date | null };

export async function readLooks(database: Queryable): Promise<ReadonlyMap<number, ChainLook>> {
  const rows = await database.query<ChainLook & { readonly chainId: number }>(
    'select chain_id, looked_at, head_at from chains where looked_at is not null',
  );
  return new Map(rows.map(({ chainId, ...look }) => [chainId, look]));
}

/** How far the deposits of a chain are read; each part is null before the first reading. */
export type Watch = {
  readonly rewrittenReason: string | null;
  /** The time since the last reading without an error. */
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
 * Moves the cursor of a chain.
 * @returns false if another process has moved it since: this reading may then be older than the stored one
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

/** Stores the newest block, unless another process has moved the cursor since. Receipts count confirmations from it. */
export async function noteHead(database: Queryable, { chainId, version, head, headAt }: HeadNote): Promise<void> {
  await database.query(
    'update chains set head = $3, head_at = $4, unread_head = null where chain_id = $1 and version = $2',
    [chainId, version, head, headAt],
  );
}

/** Stores the newest block while the blocks before it cannot be read. Only the lag of the watcher counts from it. */
export async function noteUnreadHead(
  database: Queryable,
  { chainId, version, head }: Omit<HeadNote, 'headAt'>,
): Promise<void> {
  await database.query('update chains set unread_head = $3 where chain_id = $1 and version = $2', [
    ...[chainId, version, head],
  ]);
}

/** Stores the newest final block of a chain whose finality is a tag. Processes can store in another order than they read. */
export async function noteFinalBlock(database: Queryable, chainId: number, finalBlock: bigint): Promise<void> {
  await database.query(
    'update chains set final_block = $2 where chain_id = $1 and (final_block is null or final_block < $2)',
    [chainId, finalBlock],
  );
}

/** The last block of the first reading of a chain, and of the second. */
export type RescanProgress = { readonly scannedTo: bigint | null; readonly rescannedTo: bigint | null };

export async function readRescan(database: Queryable, chainId: number): Promise<RescanProgress> {
  return onlyRow(
    await database.query<RescanProgress>('select scanned_to, rescanned_to from chains where chain_id = $1', [chainId]),
  );
}

export type RescanMove = { readonly chainId: number; readonly from: bigint | null; readonly to: bigint };

/** Moves the cursor of the second reading. @returns false if another process has moved it since */
export async function moveRescan(database: Queryable, { chainId, from, to }: RescanMove): Promise<boolean> {
  const rows = await database.query(
    `update chains set rescanned_to = $3 where chain_id = $1 and rescanned_to is not distinct from $2::bigint
     returning chain_id`,
    [chainId, from, to],
  );
  return rows.length === 1;
}
