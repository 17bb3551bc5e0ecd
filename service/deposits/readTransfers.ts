import type { Hash } from 'viem';
import type { Queryable, SqlValue } from '../db/database.ts';
import type { Tokens } from '../db/tokenFilter.ts';
import { isOfTokens, toColumns } from '../db/tokenFilter.ts';
import type { TransferState } from './model/transfer.ts';
import type { Transfer } from './transfers.ts';
import { selectTransfers } from './transfers.ts';

/** Conditions that must all hold; null matches anything. */
export type Selection = {
  /** Null means every state in progress. */
  readonly state: TransferState | null;
  /** The code of the reason or the note. */
  readonly reason: string | null;
  /** The origin or the destination. */
  readonly chainId: number | null;
  /** The deposited token. */
  readonly tokens: Tokens | null;
  readonly olderThanMs: number;
  readonly limit: number;
};

/** A page of the transfers whose deposits are in a period's blocks, ordered by block time and then by id. */
type Page = { readonly from: Date; readonly to: Date; readonly after: Transfer | null; readonly limit: number };

export type TransferFilter =
  | { readonly ids: readonly Hash[] }
  /** The id, the deposit's transaction, or a transaction that pays the transfer. */
  | { readonly hash: Hash }
  | { readonly page: Page }
  | { readonly selection: Selection };

type Condition = readonly [sql: string, values: readonly SqlValue[]];

const OLDEST_FIRST = 'order by t.created_at, d.block_number, d.log_index';

// Each subquery has its own index.
const BY_HASH = `where t.id = any(array(
  select id from transfers where id = $1
  union select id from deposits where tx_hash = $1
  union select o.transfer_id from attempts a join obligations o using (chain_id, address, nonce) where a.hash = $1
  union select id from transfers where settled_hash = $1))`;

function toCondition({ state, reason, chainId, tokens, olderThanMs, limit }: Selection): Condition {
  const wanted = tokens && toColumns(tokens);
  const isWanted = state
    ? 't.state = $1'
    : "t.state not in ('delivered', 'refunded', 'closed', 'unseen') and $1::text is null";
  return [
    `where ${isWanted} and ($2::text is null or $2 in (t.reason_code, t.note_code))
       and ($3::bigint is null or d.chain_id = $3 or d.destination = $3)
       and ($4::text[] is null or ${isOfTokens('$5', '$4')})
       and t.created_at <= now() - $6 * interval '1 millisecond'
     ${OLDEST_FIRST} limit $7`,
    [...[state, reason, chainId], wanted?.addresses ?? null, wanted?.chainIds ?? null, ...[olderThanMs, limit]],
  ];
}

function describeFilter(filter: TransferFilter): Condition {
  if ('ids' in filter) return [`where t.id = any($1) ${OLDEST_FIRST}`, [filter.ids]];
  if ('hash' in filter) return [`${BY_HASH} ${OLDEST_FIRST}`, [filter.hash]];
  if ('selection' in filter) return toCondition(filter.selection);
  const { from, to, after, limit } = filter.page;
  return [
    `where d.block_time >= $1 and d.block_time < $2 and (d.block_time, d.id) > ($3, $4)
     order by d.block_time, d.id limit $5`,
    [from, to, after?.deposit.blockTime ?? new Date(0), after?.id ?? '', limit],
  ];
}

/** The stored transfers that match a filter. By ids, by a hash and for a selection, the oldest come first. */
export function readTransfers(database: Queryable, filter: TransferFilter): Promise<readonly Transfer[]> {
  return selectTransfers(database, ...describeFilter(filter));
}
