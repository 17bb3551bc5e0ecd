import type { Address, Hash } from 'viem';
import { depthOf } from '../domain/blockRange.ts';
import type { TransferRecord } from '../domain/transferRecord.ts';
import type { Queryable } from './database.ts';
import { transferColumns } from './transferColumns.ts';

const FIELDS = [
  'id',
  'state',
  'payingChainId',
  'originChainName',
  'tokenName',
  'originDecimals',
  'destinationChainName',
  'destinationToken',
  'destinationDecimals',
  'reason',
  'reasonCode',
  'note',
  'noteCode',
  'settledHash',
] as const;

type SelectedFields = Pick<TransferRecord, (typeof FIELDS)[number] | 'amount' | 'receiveAmount'> & {
  readonly originChainId: number;
  readonly originToken: Address;
  readonly depositor: Address;
  /** The amount of the refund, once a refund is signed. */
  readonly refund: bigint | null;
  /** The transaction of the payment that is in a block. */
  readonly minedHash: Hash | null;
};

/** A transfer as a receipt shows it. */
export type TransferSummary = SelectedFields & {
  readonly depositDepth: number;
  /** Null until the payment is in a block. */
  readonly paymentDepth: number | null;
};

type Row = SelectedFields & {
  readonly blockNumber: bigint;
  readonly originHead: bigint | null;
  readonly minedBlock: bigint | null;
  readonly payingHead: bigint | null;
};

// If a transaction has several deposits, this selects the first in progress, else the last. A final answer never changes:
// the last deposit stays the last, and a transfer in `refunding` always ends in `refunded`.
const QUERY = `
  select ${transferColumns(FIELDS)}, d.chain_id as origin_chain_id, d.token as origin_token, d.depositor, d.amount,
    case when t.state = 'delivered' then t.settled_amount else t.receive_amount end as receive_amount,
    coalesce(t.settled_amount, case when o.kind = 'refund' then o.amount end) as refund, d.block_number,
    origin.head as origin_head, s.mined_hash, s.mined_block, paying.head as paying_head
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

/** Reads a transfer by the hash of its deposit, in one indexed query; null if none is stored. */
export async function readTransferSummary(database: Queryable, depositHash: Hash): Promise<TransferSummary | null> {
  const [row] = await database.query<Row>(QUERY, [depositHash]);
  if (!row) return null;
  const { blockNumber, originHead, minedBlock, payingHead, ...selected } = row;
  return {
    ...selected,
    depositDepth: originHead === null ? 0 : depthOf(blockNumber, originHead),
    paymentDepth: minedBlock === null || payingHead === null ? null : depthOf(minedBlock, payingHead),
  };
}
