import type { Address, Hash } from 'viem';
import { depthOf } from '../domain/blockRange.ts';
import type { TransferState } from '../domain/transferState.ts';
import type { Queryable } from './database.ts';

/** A transfer as a receipt shows it. */
export type TransferSummary = {
  readonly id: Hash;
  readonly state: TransferState;
  readonly originChainId: number;
  readonly originChainName: string;
  readonly originToken: Address;
  readonly tokenName: string | null;
  readonly originDecimals: number | null;
  readonly sent: bigint;
  readonly depositor: Address;
  readonly payingChainId: number | null;
  readonly destinationChainName: string | null;
  readonly destinationToken: Address | null;
  readonly destinationDecimals: number | null;
  readonly receive: bigint | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly settledHash: Hash | null;
  readonly refund: bigint | null;
  readonly depositDepth: number;
  readonly paymentDepth: number | null;
};

type Row = {
  id: Hash;
  state: TransferState;
  chain_id: bigint;
  origin_chain_name: string;
  token: Address;
  token_name: string | null;
  origin_decimals: number | null;
  amount: bigint;
  depositor: Address;
  paying_chain_id: bigint | null;
  destination_chain_name: string | null;
  destination_token: Address | null;
  destination_decimals: number | null;
  receive_amount: bigint | null;
  reason: string | null;
  note: string | null;
  settled_hash: Hash | null;
  refund: bigint | null;
  block_number: bigint;
  origin_head: bigint | null;
  mined_block: bigint | null;
  paying_head: bigint | null;
};

// Of several deposits in one transaction: the first that answers 908, else the last. Which one is the last never changes, and
// a refund that was begun ends as a refund, so a final code stays what it is.
const QUERY = `
  select d.id, t.state, d.chain_id, t.origin_chain_name, d.token, t.token_name, t.origin_decimals, d.amount, d.depositor,
    t.paying_chain_id, t.destination_chain_name, t.destination_token, t.destination_decimals,
    case when t.state = 'delivered' then t.settled_amount else t.receive_amount end as receive_amount, t.reason, t.note,
    t.settled_hash, coalesce(t.settled_amount, case when o.kind = 'refund' then o.amount end) as refund, d.block_number,
    origin.head as origin_head, s.mined_block, paying.head as paying_head
  from deposits d
  join transfers t on t.id = d.id
  join chains origin on origin.chain_id = d.chain_id
  left join chains paying on paying.chain_id = t.paying_chain_id
  left join obligations o on o.transfer_id = t.id and o.state <> 'void'
  left join sends s on s.chain_id = o.chain_id and s.address = o.address and s.nonce = o.nonce
  where d.tx_hash = $1 and t.state <> 'unseen'
  order by t.state in ('refunding', 'refunded', 'delivered'),
    case when t.state in ('refunding', 'refunded', 'delivered') then -d.ordinal else d.ordinal end
  limit 1`;

/** One indexed read: what the receipt of a deposit's transaction is made of, or null where none is on record. */
export async function readTransferSummary(database: Queryable, depositHash: Hash): Promise<TransferSummary | null> {
  const [row] = await database.query<Row>(QUERY, [depositHash]);
  if (!row) return null;
  const { mined_block: minedBlock, paying_head: payingHead } = row;
  return {
    id: row.id,
    state: row.state,
    originChainId: Number(row.chain_id),
    originChainName: row.origin_chain_name,
    originToken: row.token,
    tokenName: row.token_name,
    originDecimals: row.origin_decimals,
    sent: row.amount,
    depositor: row.depositor,
    payingChainId: row.paying_chain_id === null ? null : Number(row.paying_chain_id),
    destinationChainName: row.destination_chain_name,
    destinationToken: row.destination_token,
    destinationDecimals: row.destination_decimals,
    receive: row.receive_amount,
    reason: row.reason,
    note: row.note,
    settledHash: row.settled_hash,
    refund: row.refund,
    depositDepth: row.origin_head === null ? 0 : depthOf(row.block_number, row.origin_head),
    paymentDepth: minedBlock === null || payingHead === null ? null : depthOf(minedBlock, payingHead),
  };
}
