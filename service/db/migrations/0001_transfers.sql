-- Amounts are numeric(78,0): any uint256. Hashes are lower-case 0x-hex, addresses carry their EIP-55 checksum.

create table chains (
  chain_id bigint primary key,
  genesis_hash text not null,
  deposit_contract text not null,
  payout_contract text not null,
  -- the newest block that a watcher has seen; gives the depth of a block without a request to the chain
  head bigint,
  -- the watcher has read every block up to here; moves only in the transaction that stores their deposits
  scanned_to bigint,
  scanned_to_hash text,
  -- grows with every commit of a watcher; a watcher that started from an older version must not commit
  version bigint not null default 0,
  check ((scanned_to is null) = (scanned_to_hash is null))
);

create table deposits (
  id text primary key check (id ~ '^0x[0-9a-f]{64}$'),
  chain_id bigint not null references chains,
  contract text not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  ordinal integer not null check (ordinal >= 0),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null,
  block_time timestamptz not null,
  log_index integer not null,
  depositor text not null,
  token text not null,
  maker text not null,
  target text not null,
  amount numeric(78,0) not null check (amount > 0),
  destination numeric(78,0) not null,
  channel numeric(78,0) not null,
  funded boolean not null,
  -- false while no block of the origin chain contains it
  canonical boolean not null default true,
  first_seen_at timestamptz not null,
  -- The identity of a deposit. The hash comes first, so receipts are looked up with this index too.
  unique (tx_hash, chain_id, contract, ordinal)
);
create index deposits_by_block on deposits (chain_id, block_number);

create table transfers (
  id text primary key references deposits,
  state text not null check (state in ('unseen', 'seen', 'confirmed', 'signed', 'broadcast', 'delivered',
                                       'rejected', 'refunding', 'refunded', 'held')),
  -- the chain of the next payment: the destination for a payout, the origin for a refund
  paying_chain_id bigint,
  -- names and decimals at the time of the decision; a later configuration does not change the receipt
  origin_chain_name text not null,
  token_name text,
  origin_decimals integer,
  destination_chain_name text,
  destination_token text,
  destination_decimals integer,
  recipient text,
  amount numeric(78,0) not null check (amount > 0),
  gas_fee numeric(78,0) check (gas_fee >= 0),
  bridge_fee numeric(78,0) check (bridge_fee >= 0),
  net_amount numeric(78,0) check (net_amount > 0),
  receive_amount numeric(78,0) check (receive_amount > 0),
  reason text,
  note text,
  tries integer not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  settled_hash text,
  settled_amount numeric(78,0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (gas_fee + bridge_fee + net_amount = amount),
  check (state not in ('confirmed', 'signed', 'broadcast', 'delivered')
         or (receive_amount is not null and recipient is not null and destination_token is not null)),
  check (state not in ('rejected', 'refunding', 'refunded', 'held') or reason is not null),
  check ((state in ('delivered', 'refunded')) = (settled_hash is not null and settled_amount is not null))
);
create index transfers_to_pay on transfers (paying_chain_id, created_at)
  where state in ('confirmed', 'rejected', 'refunding');
create index transfers_in_progress on transfers (state, created_at)
  where state not in ('delivered', 'refunded', 'unseen');

-- Every transition of every transfer, and its cause.
create table transfer_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  transfer_id text not null references transfers,
  from_state text,
  to_state text not null,
  cause text not null,
  detail text
);
create index transfer_events_by_transfer on transfer_events (transfer_id, id);

create table senders (
  chain_id bigint not null references chains,
  address text not null,
  next_nonce bigint not null check (next_nonce >= 0),
  -- set when the chain has a transaction of this sender that the database lacks; the service signs nothing until an operator clears it
  halted_reason text,
  primary key (chain_id, address)
);

-- A nonce of a sender and its call, which never changes.
create table sends (
  chain_id bigint not null,
  address text not null,
  nonce bigint not null check (nonce >= 0),
  call_to text not null,
  call_data text not null,
  call_value numeric(78,0) not null,
  call_hash text not null,
  gas_limit bigint not null,
  state text not null default 'open' check (state in ('open', 'mined', 'succeeded', 'reverted')),
  mined_hash text,
  mined_block bigint,
  mined_block_hash text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (chain_id, address, nonce),
  unique (chain_id, address, nonce, call_hash),
  foreign key (chain_id, address) references senders,
  check ((state = 'open') = (mined_hash is null))
);
create index sends_unsettled on sends (chain_id, nonce) where state in ('open', 'mined');

-- Signed bytes, stored before the broadcast and never deleted: after a reorg any of them can be mined.
create table attempts (
  chain_id bigint not null,
  address text not null,
  nonce bigint not null,
  attempt integer not null check (attempt >= 0),
  -- binds the attempt to the call of its nonce
  call_hash text not null,
  hash text not null unique,
  raw text not null,
  max_fee numeric(78,0) not null,
  tip numeric(78,0) not null,
  created_at timestamptz not null default now(),
  primary key (chain_id, address, nonce, attempt),
  foreign key (chain_id, address, nonce, call_hash) references sends (chain_id, address, nonce, call_hash)
);

-- The payment that a send makes for a transfer. `item` is its position in a call with several payments.
create table obligations (
  id bigint generated always as identity primary key,
  transfer_id text not null references transfers,
  kind text not null check (kind in ('payout', 'refund')),
  chain_id bigint not null,
  address text not null,
  nonce bigint not null,
  item integer not null default 0,
  token text not null,
  recipient text not null,
  amount numeric(78,0) not null check (amount > 0),
  state text not null default 'live' check (state in ('live', 'paid', 'void')),
  created_at timestamptz not null default now(),
  unique (chain_id, address, nonce, item),
  foreign key (chain_id, address, nonce) references sends
);
-- A transfer has at most one payment, a payout or a refund. Another is allowed once the first provably cannot happen.
create unique index obligations_one_per_transfer on obligations (transfer_id) where state <> 'void';
create index obligations_live on obligations (chain_id, token) where state = 'live';

create table fee_schedules (
  route_id text not null,
  epoch bigint not null,
  valid_from timestamptz not null,
  gas_fee numeric(78,0) not null check (gas_fee >= 0),
  fee_bps integer not null check (fee_bps between 0 and 9999),
  fee_floor numeric(78,0) not null check (fee_floor >= 0),
  min_amount numeric(78,0) not null check (min_amount > 0),
  max_amount numeric(78,0) not null,
  primary key (route_id, epoch),
  check (min_amount <= max_amount)
);
-- Two schedules of a route with the same start would leave the current one undefined.
create unique index fee_schedules_by_time on fee_schedules (route_id, valid_from);
create index fee_schedules_by_age on fee_schedules (valid_from);
