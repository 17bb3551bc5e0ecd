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
};

type IdentityRow = { genesis_hash: Hash; deposit_contract: Address; payout_contract: Address };
type CursorRow = { scanned_to: bigint | null; scanned_to_hash: Hash | null; version: bigint };

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
    await database.query<CursorRow>('select scanned_to, scanned_to_hash, version from chains where chain_id = $1', [
      chainId,
    ]),
  );
  return { scannedTo: row.scanned_to, scannedToHash: row.scanned_to_hash, version: row.version };
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
