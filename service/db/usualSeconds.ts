import type { Queryable } from './database.ts';

/** More of a route would make its median no better, and every route has to be read. */
const RECENT_TRANSFERS = 50;

/** A route by the names and the ids that its transfers have. */
export type RouteKey = {
  readonly id: string;
  readonly tokenName: string;
  readonly originName: string;
  readonly destinationId: number;
};

type Row = { readonly id: string; readonly seconds: number };

// The index `transfers_delivered` has the newest deliveries of each route, so the query reads no others.
const QUERY = `
  select r.id, percentile_cont(0.5) within group (
      order by extract(epoch from coalesce(t.settled_at, t.updated_at) - d.block_time)
    )::float8 as seconds
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as r(id, token_name, origin_name, destination_id)
  cross join lateral (
    select id, settled_at, updated_at from transfers
    where state = 'delivered' and token_name = r.token_name and origin_chain_name = r.origin_name
      and paying_chain_id = r.destination_id::bigint
    order by created_at desc limit $5
  ) t
  join deposits d on d.id = t.id
  group by r.id`;

/** The median time from deposit to delivery of each route's recent transfers, in whole seconds, by the route's id. */
export async function readUsualSeconds(
  database: Queryable,
  routes: readonly RouteKey[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<Row>(QUERY, [
    routes.map(({ id }) => id),
    routes.map(({ tokenName }) => tokenName),
    routes.map(({ originName }) => originName),
    routes.map(({ destinationId }) => `${destinationId}`),
    RECENT_TRANSFERS,
  ]);
  // The clocks of two chains can differ by more than a transfer takes.
  return new Map(rows.map(({ id, seconds }) => [id, Math.max(0, Math.round(seconds))]));
}
