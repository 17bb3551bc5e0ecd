import type { Hash } from 'viem';
import type { CostItem } from '../domain/accounting.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { TransferRecord } from '../domain/transferRecord.ts';
import type { Queryable } from './database.ts';
import type { DepositRow } from './deposits.ts';
import { DEPOSIT_COLUMNS } from './deposits.ts';
import { readDepositFinality } from './exposure.ts';
import { transferColumns } from './transferColumns.ts';

type CostRow = CostItem & { readonly transferId: Hash };

// Each half has its own index.
const OBLIGATIONS = `(select * from obligations where transfer_id = any($1) and state <> 'void'
  union all select * from obligations where transfer_id = any($1) and state = 'void')`;

/** The nonces that were used, or can be, for payments of some transfers, oldest first. */
export async function readCosts(
  database: Queryable,
  transferIds: readonly Hash[],
): Promise<ReadonlyMap<Hash, readonly CostItem[]>> {
  const rows = await database.query<CostRow>(
    `select o.transfer_id, o.kind, o.chain_id, s.state not in ('open', 'mined') as is_settled, s.gas_cost, s.native_price,
       o.item, b.payments
     from ${OBLIGATIONS} o join sends s using (chain_id, address, nonce)
     cross join lateral (select count(*)::integer as payments from obligations other
       where other.chain_id = o.chain_id and other.address = o.address and other.nonce = o.nonce) b
     order by o.id`,
    [transferIds],
  );
  const costs = new Map<Hash, CostItem[]>();
  for (const { transferId, ...cost } of rows) {
    const known = costs.get(transferId);
    if (known) known.push(cost);
    else costs.set(transferId, [cost]);
  }
  return costs;
}

const TRANSFER_FIELDS = [
  ...['id', 'state', 'originChainName', 'tokenName', 'originDecimals', 'destinationChainName', 'destinationToken'],
  ...['destinationDecimals', 'recipient', 'gasFee', 'bridgeFee', 'settledHash', 'settledAmount', 'settledAt'],
] as const satisfies readonly (keyof TransferRecord)[];

/** What an export needs of a transfer, its deposit and its costs. */
export type ExportedTransfer = {
  readonly transfer: Pick<TransferRecord, (typeof TRANSFER_FIELDS)[number]>;
  readonly deposit: Deposit & { readonly canonical: boolean; readonly isFinal: boolean };
  readonly costs: readonly CostItem[];
};

export type ExportQuery = {
  readonly from: Date;
  readonly to: Date;
  readonly pageSize: number;
  readonly catalog: Pick<Catalog, 'chains'>;
};

type ExportRow = ExportedTransfer['transfer'] & DepositRow;

async function readPage(
  database: Queryable,
  { from, to, pageSize }: ExportQuery,
  after: ExportRow | undefined,
): Promise<readonly ExportRow[]> {
  return database.query<ExportRow>(
    `select ${DEPOSIT_COLUMNS}, ${transferColumns(TRANSFER_FIELDS)} from deposits d join transfers t on t.id = d.id
     where d.block_time >= $1 and d.block_time < $2 and (d.block_time, d.id) > ($3, $4)
     order by d.block_time, d.id limit $5`,
    [from, to, after?.blockTime ?? new Date(0), after?.id ?? '', pageSize],
  );
}

/**
 * Reads the transfers whose deposits are in blocks of a period, by the time of the block and then by id. It reads a page at a
 * time, each in one query, so that no long transaction holds back the database.
 */
export async function* readExported(
  database: Queryable,
  query: ExportQuery,
): AsyncGenerator<readonly ExportedTransfer[]> {
  // Before the rows: a row that it calls final was final when it was read.
  const isFinal = await readDepositFinality(database, query.catalog);
  let last: ExportRow | undefined;
  for (;;) {
    const rows = await readPage(database, query, last);
    if (rows.length === 0) return;
    const costs = await readCosts(
      database,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => ({
      transfer: row,
      deposit: { ...row, isFinal: isFinal(row) },
      costs: costs.get(row.id) ?? [],
    }));
    last = rows.at(-1);
  }
}
