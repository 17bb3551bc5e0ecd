-- The operator's actions, each with name and reason. Each row is written in the transaction of its change and never changes.
create table operator_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  who text not null check (who <> ''),
  why text not null check (why <> ''),
  action text not null,
  -- the object of the action as text: a transfer's id, a chain, a pair, a nonce
  subject text not null,
  detail text,
  transfer_id text references transfers
);
create index operator_actions_by_transfer on operator_actions (transfer_id, id) where transfer_id is not null;

create trigger operator_actions_append_only before update or delete on operator_actions
  for each row execute function refuse_change();

-- The current pauses: 'all', 'chain:<chain id>' or 'pair:<token>:<origin chain id>:<destination chain id>'.
create table pauses (
  subject text primary key,
  since timestamptz not null default now(),
  who text not null,
  why text not null
);

-- An operator can also look up a transfer by the hash of its payment.
create index transfers_by_settlement on transfers using hash (settled_hash);
