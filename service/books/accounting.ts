import type { Hash } from 'viem';
import type { Catalog } from '../boot/model/catalog.ts';
import type { Queryable } from '../db/database.ts';
import type { Deposit } from '../deposits/model/deposit.ts';
import { readTransfers } from '../deposits/readTransfers.ts';
import type { Transfer } from '../deposits/transfers.ts';
import { readDepositFinality } from '../guards/exposure.ts';
import type { CostItem } from './model/accounting.ts';

type CostRow = CostItem & { readonly transferId: Hash };

// Each half has its own index.
const OBLIGATIONS = `(select * from obligations where transfer_id = any($1) and state <> 'void'
  union all select * from obligations where transfer_id = any($1) and state = 'void')`;

/** The nonces that were or can be used for payments of some transfers, oldest first. */
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

/** What an export needs about a transfer, its deposit and its costs. */
export type ExportedTransfer = {
  readonly transfer: Transfer;
  readonly deposit: Deposit & { readonly canonical: boolean; readonly isFinal: boolean };
  readonly costs: readonly CostItem[];
};

export type ExportQuery = {
  readonly from: Date;
  readonly to: Date;
  readonly pageSize: number;
  readonly catalog: Pick<Catalog, 'chains'>;
};

/**
 * Reads the transfers whose deposits are in a period's blocks, ordered by block time and then by id. It reads page by
 * page, each in one query, so that no long transaction holds back the database.
 */
export async function* readExported(
  database: Queryable,
  { from, to, pageSize: limit, catalog }: ExportQuery,
): AsyncGenerator<readonly ExportedTransfer[]> {
  // Read before the rows, so a row it calls final was final when it was read.
  const isFinal = await readDepositFinality(database, catalog);
  let after: Transfer | null = null;
  for (;;) {
    const transfers: readonly Transfer[] = await readTransfers(database, { page: { from, to, after, limit } });
    const last = transfers.at(-1);
    if (!last) return;
    const costs = await readCosts(
      database,
      transfers.map(({ id }) => id),
    );
    yield transfers.map((transfer) => ({
      transfer,
      deposit: { ...transfer.deposit, canonical: transfer.canonical, isFinal: isFinal(transfer.deposit) },
      costs: costs.get(transfer.id) ?? [],
    }));
    after = last;
  }
}
