-- Until when the last schedule of a route was quoted. A schedule that is the same as before is not stored again.
create table fee_confirmations (
  chain_id bigint not null,
  -- the hash of the routes: a process with another configuration quotes other ones
  routes_hash text not null,
  -- the routes to the chain whose fees were computed
  route_ids text[] not null,
  epoch bigint not null,
  confirmed_at timestamptz not null,
  primary key (chain_id, routes_hash)
);
