import { routeId } from '../domain/catalog.ts';
import type { Queryable } from './database.ts';

const RECENT_TRANSFERS = 500;

type Row = {
  readonly tokenName: string;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly seconds: number;
};

// `transfers_finished` has the newest delivered transfers in order, so the query never reads older ones.
const QUERY = `
  select t.token_name, d.chain_id as origin_chain_id, t.paying_chain_id as destination_chain_id,
    percentile_cont(0.5) within group (
      order by extract(epoch from coalesce(t.settled_at, t.updated_at) - d.block_time)
    )::float8 as seconds
  from (
    select id, token_name, paying_chain_id, settled_at, updated_at from transfers
    where state = 'delivered' order by created_at desc limit $1
  ) t
  join deposits d on d.id = t.id
  where t.token_name is not null and t.paying_chain_id is not null
  group by 1, 2, 3`;

/** The median time from deposit to delivery of recent transfers, in whole seconds, by the route's id. */
export async function readUsualSeconds(database: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<Row>(QUERY, [RECENT_TRANSFERS]);
  return new Map(
    rows.map(({ tokenName, originChainId, destinationChainId, seconds }) => [
      routeId(tokenName, originChainId, destinationChainId),
      // The clocks of two chains can differ by more than a transfer takes.
      Math.max(0, Math.round(seconds)),
    ]),
  );
}
