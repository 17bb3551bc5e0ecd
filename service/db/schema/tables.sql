-- The tables of the service. Amounts are numeric(78,0): any uint256. Hashes are lower-case 0x-hex, addresses carry their EIP-55
-- checksum. A new table needs its row in ../rights.ts: without one, no role can read it.

-- CHAINS

create table chains (
  chain_id bigint primary key,
  genesis_hash text not null,
  deposit_contract text not null,
  -- The newest block that a watcher has read. It gives the depth of a block without a request to the chain.
  head bigint,
  -- the timestamp of that block; a chain whose blocks are old stands still, or its providers do
  head_at timestamptz,
  -- The newest block that a watcher has seen while it could read no logs up to it; null after a reading. It tells how many blocks
  -- wait. Nothing counts confirmations or finality from it: the blocks before it were never read.
  unread_head bigint,
  -- the newest final block of a chain whose finality is a tag: no number of confirmations gives it
  final_block bigint,
  -- The watcher has read every block up to here. It moves only in the transaction that stores their deposits.
  scanned_to bigint,
  scanned_to_hash text,
  -- the second reading, which follows far behind the watcher, has read every block up to here
  rescanned_to bigint,
  -- the last block whose events of the vaults the service has read
  vault_read_to bigint,
  -- when a watcher last read the chain without an error, by the watcher's clock
  looked_at timestamptz,
  -- grows with every commit of a watcher; a watcher that started from an older version must not commit
  version bigint not null default 0,
  -- why the service has stopped reading, accepting and paying for the chain; an operator ends the stop
  rewritten_reason text,
  -- the hot wallet's native tokens, what its payments in flight can spend of them, and the state of the vault, as last read
  gas_balance numeric(78,0),
  gas_floor numeric(78,0),
  vault_paused boolean,
  check ((scanned_to is null) = (scanned_to_hash is null))
);

-- Blocks that a watcher has read: the newest one beyond the reorg window and the ones after it. A chain that lacks the first one was
-- rewritten deeper than the window.
create table anchors (
  chain_id bigint not null references chains,
  number bigint not null,
  hash text not null,
  primary key (chain_id, number)
);

-- Every vault that the service has worked with. It refuses to start without one that has deposits or payments.
create table vaults (
  chain_id bigint not null references chains,
  address text not null,
  primary key (chain_id, address)
);

-- TRANSFERS

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
-- for the export of a period, in the order of its rows
create index deposits_by_time on deposits (block_time, id);

create table transfers (
  id text primary key references deposits,
  state text not null check (state in ('unseen', 'seen', 'confirmed', 'signed', 'broadcast', 'delivered',
                                       'rejected', 'refunding', 'refunded', 'held', 'refundHeld', 'closed')),
  -- the chain of the next payment: the destination for a payout, the origin for a refund
  paying_chain_id bigint,
  -- Names and decimals at the time of the decision. A later configuration does not change the receipt.
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
  -- The code is what programs read. The text is for people.
  reason text,
  reason_code text,
  note text,
  note_code text,
  tries integer not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  -- What the payment waits for ('funds' or 'gas'), and since when it waits. The clock starts with the first wait, which can be a wait
  -- for nothing that the metrics name, such as a pause.
  waits_for text,
  waiting_since timestamptz,
  -- an operator wants the transfer held if the signed payment fails
  hold_requested boolean not null default false,
  -- what the gas of failed payments cost, in the currency of the prices with 18 decimals; a refund is smaller by it
  burnt_value numeric(78,0) not null default 0 check (burnt_value >= 0),
  settled_hash text,
  settled_amount numeric(78,0),
  -- The time of the payment's block. Null where the block is not known: readers then use the time of the last change.
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (gas_fee + bridge_fee + net_amount = amount),
  check (state not in ('confirmed', 'signed', 'broadcast', 'delivered')
         or (receive_amount is not null and recipient is not null and destination_token is not null)),
  check (state not in ('rejected', 'refunding', 'refunded', 'held', 'refundHeld', 'closed') or reason is not null),
  check ((state in ('delivered', 'refunded')) = (settled_hash is not null and settled_amount is not null)),
  check (reason_code is null or reason is not null),
  check (note_code is null or note is not null),
  check (waits_for is null or waiting_since is not null)
);
-- A transfer that waits for a retry goes behind the transfers that are due earlier.
create index transfers_to_pay on transfers (paying_chain_id, (coalesce(retry_at, created_at)))
  where state in ('confirmed', 'rejected', 'refunding');
create index transfers_in_progress on transfers (state, created_at)
  where state not in ('delivered', 'refunded', 'closed', 'unseen');
create index transfers_finished on transfers (state, created_at) where state in ('delivered', 'refunded', 'closed');
create index transfers_unseen on transfers (created_at) where state = 'unseen';
-- The newest deliveries of each route, for its usual duration: a quiet route is found beside a busy one.
create index transfers_delivered on transfers (token_name, origin_chain_name, paying_chain_id, created_at)
  where state = 'delivered';
-- An operator can look up a transfer by the hash of its payment.
create index transfers_by_settlement on transfers using hash (settled_hash);

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

-- PAYMENTS

-- A hot wallet on a chain.
create table senders (
  chain_id bigint not null references chains,
  address text not null,
  next_nonce bigint not null check (next_nonce >= 0),
  -- Set when the chain or the signer has a transaction of this sender that the database lacks. The service signs nothing until an
  -- operator clears it.
  halted_reason text,
  -- The nonce below which the signer had signed when that last halted the sender. It is no reason for another halt.
  signed_nonce bigint check (signed_nonce >= 0),
  -- A former hot wallet that no vault lets pay any more. The worker sets it once the removal is final: it may not end a halt, but the
  -- halt of such a wallet warns of nothing and must not keep its chain closed. Signing ignores it, so it can free no payment.
  revoked boolean not null default false,
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
  -- Displaced: a final transaction from elsewhere used the nonce, so no attempt at it can be mined any more; the hash of that
  -- transaction is not always known. Revoked: no vault lets the sender pay any more, so no attempt can pay, but the nonce can be used.
  state text not null default 'open'
    check (state in ('open', 'mined', 'succeeded', 'reverted', 'cancelled', 'displaced', 'revoked')),
  mined_hash text,
  mined_block bigint,
  mined_block_hash text,
  -- What the final transaction cost the sender, in wei, and the price of the native token then, with 18 decimals. Null where the cost
  -- is not known: the nonce is open, or another transaction used it.
  gas_cost numeric(78,0) check (gas_cost >= 0),
  native_price numeric(78,0) check (native_price >= 0),
  -- set by an operator and never cleared, because a signed cancel can be mined
  cancel_requested_at timestamptz,
  cancel_then_hold boolean not null default false,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (chain_id, address, nonce),
  unique (chain_id, address, nonce, call_hash),
  foreign key (chain_id, address) references senders,
  check ((state in ('open', 'displaced', 'revoked')) = (mined_hash is null))
);
create index sends_unsettled on sends (chain_id, nonce) where state in ('open', 'mined');
-- the payments in blocks after the one at which a balance was read
create index sends_by_block on sends (chain_id, mined_block) where mined_block is not null;

-- Signed bytes, stored before the broadcast and never deleted: after a reorg any of them can be mined.
create table attempts (
  chain_id bigint not null,
  address text not null,
  nonce bigint not null,
  attempt integer not null check (attempt >= 0),
  -- a cancel is an empty transaction of the sender to itself; it has no call
  kind text not null check (kind in ('call', 'cancel')),
  -- binds the attempt to the call of its nonce
  call_hash text,
  hash text not null unique,
  raw text not null,
  max_fee numeric(78,0) not null,
  tip numeric(78,0) not null,
  created_at timestamptz not null default now(),
  primary key (chain_id, address, nonce, attempt),
  foreign key (chain_id, address, nonce, call_hash) references sends (chain_id, address, nonce, call_hash),
  -- PostgreSQL does not enforce a foreign key with a null column. This key ties a cancel to its send.
  foreign key (chain_id, address, nonce) references sends,
  check ((kind = 'call') = (call_hash is not null))
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
create index obligations_void on obligations (transfer_id) where state = 'void';
create index obligations_live on obligations (chain_id, token) where state = 'live';

-- The process that runs a worker now. Leases only prevent duplicate work. Correctness does not depend on them.
create table leases (
  name text primary key,
  holder text not null,
  until timestamptz not null
);

-- QUOTES

create table fee_schedules (
  route_id text not null,
  epoch bigint not null,
  valid_from timestamptz not null,
  gas_fee numeric(78,0) not null check (gas_fee >= 0),
  fee_bps integer not null check (fee_bps between 0 and 9999),
  fee_floor numeric(78,0) not null check (fee_floor >= 0),
  min_amount numeric(78,0) not null check (min_amount > 0),
  max_amount numeric(78,0) not null,
  -- While the schedule is in force, a deposit below its minimum is dust if it is below dust_below, or if a refund at the gas price of
  -- its block would use it up. A refund costs refund_cost at refund_gas_price. Amounts are base units of the origin token. Stored,
  -- because two readings of a block must not differ when prices or the configuration change.
  dust_below numeric(78,0) check (dust_below >= 0),
  refund_cost numeric(78,0) check (refund_cost >= 0),
  refund_gas_price numeric(78,0) check (refund_gas_price > 0),
  primary key (route_id, epoch),
  check (min_amount <= max_amount)
);
-- Two schedules of a route with the same start would leave the current one undefined.
create unique index fee_schedules_by_time on fee_schedules (route_id, valid_from);
create index fee_schedules_by_age on fee_schedules (valid_from);

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

-- What a vault holds and can pay of a token, as the worker read it. Quotes are limited to the free amount.
create table liquidity (
  chain_id bigint not null,
  token text not null,
  free numeric(78,0) not null check (free >= 0),
  balance numeric(78,0) not null check (balance >= 0),
  -- what the vault's window still allows
  spendable numeric(78,0) not null check (spendable >= 0),
  per_payment numeric(78,0) not null check (per_payment >= 0),
  -- By the database's clock, which also computes the age: clocks of several machines need not agree.
  read_at timestamptz not null,
  primary key (chain_id, token)
);

-- GUARDS

-- The current pauses: 'all', 'chain:<chain id>' or 'pair:<token>:<origin chain id>:<destination chain id>'.
create table pauses (
  subject text primary key,
  since timestamptz not null default now(),
  who text not null,
  why text not null
);

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
  -- when the row was stored, under the breaker's lock: a stop knows exactly the rows that are older than it
  stored_at timestamptz,
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

-- Each stop of the circuit breaker. The row stays, and the operator's resume sets its end.
create table breaker_trips (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- the subject of its pause
  subject text not null,
  detail text not null,
  resumed_at timestamptz
);
create unique index breaker_trips_open on breaker_trips (subject) where resumed_at is null;

-- Taken by each transaction that stores flows, tests the bounds, or ends a stop or a pause, before it reads anything. Without it the
-- worker could decide by flows that an operator's resume has just settled, and stop the payments again; and a resume could delete
-- the pause of a stop that it does not see yet. It never has a row: the lock is that of the table, and who may not update the table
-- cannot take it.
create table breaker_lock (taken boolean);

-- Addresses of transfers that a screening matched. An operator's later order for the transfer clears a match.
create table screening_matches (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  transfer_id text not null references transfers,
  role text not null check (role in ('sender', 'recipient')),
  address text not null,
  source text not null check (source in ('list', 'service')),
  detail text,
  unique (transfer_id, role, address, source)
);

-- ORDERS OF OPERATORS

-- The configured tokens on each chain, as the worker stores them.
create table supported_tokens (
  chain_id bigint not null,
  token text not null,
  name text not null,
  decimals integer not null,
  -- The largest amount that one operator moves alone, in base units. Where every one is null, no order needs a second operator.
  one_operator_max numeric(78,0) check (one_operator_max >= 0),
  primary key (chain_id, token)
);

create table orders (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action text not null,
  -- the id of a transfer, 'chain:<chain id>', the subject of a pause, 'difference:<id of a book reading>', or 'incident:<id>'
  subject text not null,
  -- what the operator's program read from the chains, and what the operator chose
  parameters jsonb not null,
  -- the role that PostgreSQL authenticated; "who" is what was typed
  role text not null,
  who text not null check (who <> ''),
  why text not null check (why <> ''),
  -- what the order did, or what it will do once it is approved
  detail text not null,
  -- the transfers that it concerns
  transfers text[] not null,
  -- null while it waits for a second operator
  applied_at timestamptz,
  -- The state of its subject when it was placed, and the end of the wait. An order that was carried out at once has no end.
  occasion text,
  expires_at timestamptz,
  approved_role text,
  approved_who text check (approved_who <> ''),
  approved_why text check (approved_why <> ''),
  check (num_nonnulls(applied_at, expires_at) > 0),
  check ((approved_role is null) = (applied_at is null or expires_at is null)),
  check (num_nulls(approved_role, approved_who, approved_why) in (0, 3))
);
create index orders_by_transfer on orders using gin (transfers);

-- BOOKS

-- The comparisons of the books with the chains. Each reading of an account's balance at a final block begins the next one.
create table book_readings (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  chain_id bigint not null references chains,
  account text not null check (account in ('vault', 'hotWallet')),
  token text not null,
  -- the addresses whose balances were added up
  addresses text not null,
  -- null for the first reading, which compares nothing
  from_block bigint,
  to_block bigint not null check (to_block > from_block),
  closing numeric(78,0) not null check (closing >= 0),
  difference numeric(79,0),
  -- the comparison as JSON; null for the first reading
  report text,
  check ((from_block is null) = (difference is null) and (from_block is null) = (report is null))
);
create index book_readings_latest on book_readings (chain_id, account, token, id);

-- The withdrawals that owners of vaults have scheduled, so that no sweep counts on the same money twice.
create table scheduled_withdrawals (
  id bigint generated always as identity primary key,
  chain_id bigint not null references chains,
  vault text not null,
  token text not null,
  recipient text not null,
  -- the largest number means the whole balance at the execution
  amount numeric(78,0) not null,
  ready_at timestamptz not null,
  expires_at timestamptz not null,
  -- the block that executed or cancelled it, or changed the owner; null while it can be executed
  ended_block bigint
);
create index scheduled_withdrawals_open on scheduled_withdrawals (chain_id, expires_at) where ended_block is null;

-- Events that must never happen. The rows stay, so the counts survive restarts and include all processes.
create table incidents (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  chain_id bigint,
  transfer_id text references transfers,
  detail text not null,
  -- The call of a vault's owner or guardian that is the incident, such as "addPayer(0x…)"; null for every other incident.
  call text,
  -- the order with which an operator announced that call; a trigger sets it (guards.sql)
  announced_by bigint references orders
);
create index incidents_by_kind on incidents (kind, at);
