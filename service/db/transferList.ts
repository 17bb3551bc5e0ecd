import type { Address, Hash } from 'viem';
import type { TransferState } from '../domain/transferState.ts';
import type { Queryable } from './database.ts';

/** A transfer as a list shows it. Ages are in milliseconds, by the database's clock. */
export type ListedTransfer = {
  readonly id: Hash;
  readonly state: TransferState;
  readonly originChainId: number;
  readonly originChainName: string;
  readonly destination: bigint;
  readonly token: Address;
  readonly tokenName: string | null;
  readonly originDecimals: number | null;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly note: string | null;
  readonly ageMs: number;
  readonly unchangedMs: number;
};

export type TransferQuery = {
  /** Null for everything that is in progress. */
  readonly state: TransferState | null;
  /** The chain that a transfer comes from, goes to or is paid on; null for any. */
  readonly chainId: number | null;
  readonly olderThanMs: number;
  readonly limit: number;
};

type Row = Omit<ListedTransfer, 'originChainId' | 'ageMs' | 'unchangedMs'> & {
  chain_id: bigint;
  age_ms: bigint;
  unchanged_ms: bigint;
};

/** The transfers that answer a query, the oldest first. */
export async function listTransfers(
  database: Queryable,
  { state, chainId, olderThanMs, limit }: TransferQuery,
): Promise<readonly ListedTransfer[]> {
  const isWanted = state ? 't.state = $1' : "t.state not in ('delivered', 'refunded', 'unseen') and $1::text is null";
  const rows = await database.query<Row>(
    `select t.id, t.state, d.chain_id, t.origin_chain_name as "originChainName", d.destination, d.token,
       t.token_name as "tokenName", t.origin_decimals as "originDecimals", t.amount, t.reason, t.note,
       (extract(epoch from now() - t.created_at) * 1000)::bigint as age_ms,
       (extract(epoch from now() - t.updated_at) * 1000)::bigint as unchanged_ms
     from transfers t join deposits d on d.id = t.id
     where ${isWanted} and t.created_at <= now() - $2 * interval '1 millisecond'
       and ($3::bigint is null or d.chain_id = $3 or d.destination = $3 or t.paying_chain_id = $3)
     order by t.created_at, d.block_number, d.log_index limit $4`,
    [state, olderThanMs, chainId, limit],
  );
  return rows.map(({ chain_id, age_ms, unchanged_ms, ...rest }) => ({
    ...rest,
    originChainId: Number(chain_id),
    ageMs: Number(age_ms),
    unchangedMs: Number(unchanged_ms),
  }));
}

/** The transfers that a hash belongs to: their own id, their deposit's transaction, or one that pays them. */
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
