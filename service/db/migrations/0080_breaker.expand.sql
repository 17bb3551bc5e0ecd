-- What the chains' own events show of the value that came in and left, for the circuit breaker: a row for each deposit and each
-- payment. Both have the deposit's id.
create table flows (
  chain_id bigint not null references chains,
  block_number bigint not null,
  block_hash text not null,
  direction text not null check (direction in ('in', 'out')),
  id text not null,
  token text not null,
  amount numeric(78,0) not null check (amount >= 0),
  -- the time of its block, and never later than the reading
  at timestamptz not null,
  first_read_at timestamptz not null default now(),
  primary key (chain_id, block_number, block_hash, direction, id, token)
);
create index flows_by_time on flows (direction, at);
create index flows_by_id on flows (id);

create table flow_readings (
  chain_id bigint primary key references chains,
  read_to bigint not null,
  -- deposits up to this block count as received
  confirmed_to bigint not null,
  -- The end of the first reading. Payments up to it do not count: their deposits can be older than what was read.
  payments_after bigint not null,
  -- when the service had last read every block
  read_at timestamptz not null
);

-- Each stop of the circuit breaker. The row stays; the operator's resume sets its end.
create table breaker_trips (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- the subject of its pause
  subject text not null,
  detail text not null,
  resumed_at timestamptz
);
create unique index breaker_trips_open on breaker_trips (subject) where resumed_at is null;
