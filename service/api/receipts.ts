import type { Address, Hash } from 'viem';
import { depthOf } from '../chain/model/blockRange.ts';
import type { Queryable } from '../db/database.ts';
import { toColumn } from '../db/database.ts';
import type { TransferRecord } from '../deposits/model/transfer.ts';

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
  'recipient',
  'gasFee',
  'bridgeFee',
  'reason',
  'reasonCode',
  'note',
  'noteCode',
  'settledHash',
] as const;

type SelectedFields = Pick<TransferRecord, (typeof FIELDS)[number] | 'amount' | 'receiveAmount'> & {
  readonly originChainId: number;
  readonly originToken: Address;
  readonly target: string;
  readonly depositor: Address;
  readonly depositHash: Hash;
  readonly depositedAt: Date;
  /** How many deposits to this service the transaction has. */
  readonly depositCount: number;
  /** The time of the payout or refund; until then, of the last change. */
  readonly settledAt: Date;
  /** The amount of the refund, once a refund is signed. */
  readonly refund: bigint | null;
  /** The payment's transaction, once it is in a block. */
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

// For a transaction with several deposits, this selects the first in progress, else the last. A final answer never
// changes: the last deposit stays last, and a transfer in `refunding` never leaves code 909.
const QUERY = `
  select * from (
  select ${FIELDS.map((field) => `t.${toColumn(field)}`).join(', ')}, d.chain_id as origin_chain_id, d.token as origin_token, d.target, d.depositor, d.amount,
    d.tx_hash as deposit_hash, d.ordinal, d.block_time as deposited_at, coalesce(t.settled_at, t.updated_at) as settled_at,
    count(*) over (partition by d.tx_hash) as deposit_count,
    row_number() over (partition by d.tx_hash
      order by t.state in ('refunding', 'refundHeld', 'refunded', 'closed', 'delivered'),
        case when t.state in ('refunding', 'refundHeld', 'refunded', 'closed', 'delivered') then -d.ordinal else d.ordinal end) as place,
    case when t.state = 'delivered' then t.settled_amount else t.receive_amount end as receive_amount,
    coalesce(t.settled_amount, case when o.kind = 'refund' then o.amount end) as refund, d.block_number,
    origin.head as origin_head, s.mined_hash, s.mined_block, paying.head as paying_head
  from deposits d
  join transfers t on t.id = d.id
  join chains origin on origin.chain_id = d.chain_id
  left join chains paying on paying.chain_id = t.paying_chain_id
  left join obligations o on o.transfer_id = t.id and o.state <> 'void'
  left join sends s on s.chain_id = o.chain_id and s.address = o.address and s.nonce = o.nonce
  where d.tx_hash = any($1) and t.state <> 'unseen'
  ) found where $2 or place = 1 order by ordinal limit $3`;

export type SummaryQuery = {
  readonly depositHashes: readonly Hash[];
  /** Whether to read every deposit of a transaction, not only the one that `get_receipt` shows. */
  readonly allDeposits: boolean;
  readonly limit: number;
};

/** Reads transfers by the hashes of their deposits, in one indexed query. */
export async function readTransferSummaries(
  database: Queryable,
  { depositHashes, allDeposits, limit }: SummaryQuery,
): Promise<readonly TransferSummary[]> {
  const rows = await database.query<Row>(QUERY, [[...depositHashes], allDeposits, limit], { isPrepared: true });
  return rows.map(toSummary);
}

/** Reads the transfer that a receipt shows for each hash of a deposit; null if none is stored. */
export async function readShownSummaries(
  database: Queryable,
  depositHashes: readonly Hash[],
): Promise<readonly (TransferSummary | null)[]> {
  const query = { depositHashes, allDeposits: false, limit: depositHashes.length };
  const summaries = new Map<Hash, TransferSummary>();
  for (const summary of await readTransferSummaries(database, query)) summaries.set(summary.depositHash, summary);
  return depositHashes.map((hash) => summaries.get(hash) ?? null);
}

function toSummary(row: Row): TransferSummary {
  const { blockNumber, originHead, minedBlock, payingHead } = row;
  // Mutates the row: copying its columns takes longer than the rest of the answer.
  return Object.assign(row, {
    depositDepth: originHead === null ? 0 : depthOf(blockNumber, originHead),
    paymentDepth: minedBlock === null || payingHead === null ? null : depthOf(minedBlock, payingHead),
  });
}
