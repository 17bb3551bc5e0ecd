-- What new payments can take of each token on a chain, as the worker that read it reckoned it. Quotes follow it.
create table liquidity (
  chain_id bigint not null,
  token text not null,
  free numeric(78,0) not null check (free >= 0),
  -- by the database's clock, which also tells its age: no two clocks are ever compared
  read_at timestamptz not null,
  primary key (chain_id, token)
);
