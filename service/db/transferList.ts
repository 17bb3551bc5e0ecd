import type { Address, Hash } from 'viem';
import type { TransferRecord } from '../domain/transferRecord.ts';
import type { TransferState } from '../domain/transferState.ts';
import type { Queryable } from './database.ts';
import { transferColumns } from './transferColumns.ts';

const FIELDS = ['id', 'state', 'originChainName', 'tokenName', 'originDecimals', 'amount', 'reason', 'note'] as const;

/** A transfer as a list shows it. Ages are in milliseconds by the database's clock. */
export type ListedTransfer = Pick<TransferRecord, (typeof FIELDS)[number]> & {
  readonly originChainId: number;
  readonly destination: bigint;
  readonly token: Address;
  readonly ageMs: number;
  readonly unchangedMs: number;
};

export type TransferQuery = {
  /** Null for every state in progress. */
  readonly state: TransferState | null;
  /** The origin, destination or paying chain; null for any. */
  readonly chainId: number | null;
  readonly olderThanMs: number;
  readonly limit: number;
};

/** The transfers that match a query, oldest first. */
export function listTransfers(
  database: Queryable,
  { state, chainId, olderThanMs, limit }: TransferQuery,
): Promise<readonly ListedTransfer[]> {
  const isWanted = state
    ? 't.state = $1'
    : "t.state not in ('delivered', 'refunded', 'closed', 'unseen') and $1::text is null";
  return database.query<ListedTransfer>(
    `select ${transferColumns(FIELDS)}, d.chain_id as origin_chain_id, d.destination, d.token,
       round(extract(epoch from now() - t.created_at) * 1000)::float8 as age_ms,
       round(extract(epoch from now() - t.updated_at) * 1000)::float8 as unchanged_ms
     from transfers t join deposits d on d.id = t.id
     where ${isWanted} and t.created_at <= now() - $2 * interval '1 millisecond'
       and ($3::bigint is null or d.chain_id = $3 or d.destination = $3 or t.paying_chain_id = $3)
     order by t.created_at, d.block_number, d.log_index limit $4`,
    [state, olderThanMs, chainId, limit],
  );
}

/** The transfers that have a hash as their id, as their deposit's transaction, or as a transaction that pays them. */
export async function findTransfers(database: Queryable, hash: Hash): Promise<readonly Hash[]> {
  const rows = await database.query<{ id: Hash }>(
    `select id from transfers where id = $1
     union select id from deposits where tx_hash = $1
     union select o.transfer_id from attempts a join obligations o using (chain_id, address, nonce) where a.hash = $1
     union select id from transfers where settled_hash = $1`,
    [hash],
  );
  return rows.map(({ id }) => id);
}
