import type { Address } from 'viem';
import type { SenderKey } from '../domain/payment.ts';
import type { Queryable } from './database.ts';

export type ChainCount = { readonly chainId: number; readonly count: number };

/** Counts the open transfers that need a chain that is not among these: for their decision or for their next payment. */
export function countTransfersElsewhere(
  database: Queryable,
  chainIds: readonly number[],
): Promise<readonly ChainCount[]> {
  return database.query<ChainCount>(
    `select chain_id, count(*) as count from (
       select t.paying_chain_id as chain_id from transfers t
       where t.state not in ('delivered', 'refunded', 'unseen') and t.state not in ('seen', 'held')
       union all
       select d.chain_id from transfers t join deposits d on d.id = t.id
       where t.state = 'seen' and t.state not in ('delivered', 'refunded', 'unseen')
     ) as open where chain_id <> all($1::bigint[]) group by chain_id order by chain_id`,
    [chainIds.map(String)],
  );
}

export type ForeignSends = { readonly chainId: number; readonly address: Address; readonly count: number };

/** Counts the unsettled payments of senders that are not among these, for each sender. */
export async function countSendsOfOthers(
  database: Queryable,
  senders: readonly SenderKey[],
): Promise<readonly ForeignSends[]> {
  const rows = await database.query<ForeignSends>(
    `select chain_id, address, count(*) as count from sends where state in ('open', 'mined')
     group by chain_id, address order by chain_id, address`,
  );
  return rows.filter((row) => !senders.some((one) => one.chainId === row.chainId && one.address === row.address));
}
