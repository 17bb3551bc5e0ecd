import type { Address, Hash } from 'viem';
import type { Queryable } from './database.ts';
import { onlyRow } from './database.ts';

/** Which chain this database belongs to. */
export type ChainIdentity = {
  readonly chainId: number;
  readonly genesisHash: Hash;
  readonly depositContract: Address;
  readonly payoutContract: Address;
};

export type Cursor = {
  readonly scannedTo: bigint | null;
  readonly scannedToHash: Hash | null;
  readonly version: bigint;
  /** When a watcher last read the chain without fault, by its own clock. */
  readonly lookedAt: Date | null;
};

type IdentityRow = { genesis_hash: Hash; deposit_contract: Address; payout_contract: Address };
type CursorRow = { scanned_to: bigint | null; scanned_to_hash: Hash | null; version: bigint; looked_at: Date | null };

/** Records the chain on first sight, and answers what is on record. */
export async function rememberChain(database: Queryable, identity: ChainIdentity): Promise<ChainIdentity> {
  const { chainId, genesisHash, depositContract, payoutContract } = identity;
  await database.query(
    `insert into chains (chain_id, genesis_hash, deposit_contract, payout_contract) values ($1, $2, $3, $4)
     on conflict (chain_id) do nothing`,
    [chainId, genesisHash, depositContract, payoutContract],
  );
  const row = onlyRow(
    await database.query<IdentityRow>(
      'select genesis_hash, deposit_contract, payout_contract from chains where chain_id = $1',
      [chainId],
    ),
  );
  return {
    chainId,
    genesisHash: row.genesis_hash,
    depositContract: row.deposit_contract,
    payoutContract: row.payout_contract,
  };
}

export async function readCursor(database: Queryable, chainId: number): Promise<Cursor> {
  const row = onlyRow(
    await database.query<CursorRow>(
      'select scanned_to, scanned_to_hash, version, looked_at from chains where chain_id = $1',
      [chainId],
    ),
  );
  const { scanned_to: scannedTo, scanned_to_hash: scannedToHash, version, looked_at: lookedAt } = row;
  return { scannedTo, scannedToHash, version, lookedAt };
}

export async function noteLook(database: Queryable, chainId: number, lookedAt: Date): Promise<void> {
  await database.query('update chains set looked_at = $2 where chain_id = $1', [chainId, lookedAt]);
}

/** When each chain was last read without fault. */
export async function readLooks(database: Queryable): Promise<ReadonlyMap<number, Date>> {
  const rows = await database.query<{ chain_id: bigint; looked_at: Date }>(
    'select chain_id, looked_at from chains where looked_at is not null',
  );
  return new Map(rows.map((row) => [Number(row.chain_id), row.looked_at]));
}

export type CursorMove = {
  readonly chainId: number;
  /** The version that was read before the chain was. */
  readonly version: bigint;
  readonly scannedTo: bigint;
  readonly scannedToHash: Hash;
  readonly head: bigint;
};

/** Moves the cursor, unless another process has moved it since: then what was read may be older than what is stored. */
export async function moveCursor(database: Queryable, move: CursorMove): Promise<boolean> {
  const rows = await database.query(
    `update chains set scanned_to = $3, scanned_to_hash = $4, head = $5, version = version + 1
     where chain_id = $1 and version = $2 returning chain_id`,
    [move.chainId, move.version, move.scannedTo, move.scannedToHash, move.head],
  );
  return rows.length === 1;
}

export type RescanProgress = { readonly scannedTo: bigint | null; readonly rescannedTo: bigint | null };

/** How far a chain was read, and how far it was read a second time. */
export async function readRescan(database: Queryable, chainId: number): Promise<RescanProgress> {
  const row = onlyRow(
    await database.query<{ scanned_to: bigint | null; rescanned_to: bigint | null }>(
      'select scanned_to, rescanned_to from chains where chain_id = $1',
      [chainId],
    ),
  );
  return { scannedTo: row.scanned_to, rescannedTo: row.rescanned_to };
}

export type RescanMove = { readonly chainId: number; readonly from: bigint | null; readonly to: bigint };

/** Moves the second reading on, unless another process has moved it since. */
export async function moveRescan(database: Queryable, { chainId, from, to }: RescanMove): Promise<boolean> {
  const rows = await database.query(
    `update chains set rescanned_to = $3 where chain_id = $1 and rescanned_to is not distinct from $2::bigint
     returning chain_id`,
    [chainId, from, to],
  );
  return rows.length === 1;
}
