-- The free amount of each token on a chain, as the worker computed it. Quotes are limited to it.
create table liquidity (
  chain_id bigint not null,
  token text not null,
  free numeric(78,0) not null check (free >= 0),
  -- by the database's clock, which also computes the age; clocks of several machines need not agree
  read_at timestamptz not null,
  primary key (chain_id, token)
);
