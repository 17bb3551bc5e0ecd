-- What an operator did, with who and why: written in the transaction of the change itself, and never rewritten.
create table operator_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  who text not null check (who <> ''),
  why text not null check (why <> ''),
  action text not null,
  -- what it was done to, in words: a transfer's id, a chain, a pair, a nonce
  subject text not null,
  detail text,
  transfer_id text references transfers
);
create index operator_actions_by_transfer on operator_actions (transfer_id, id) where transfer_id is not null;

create trigger operator_actions_append_only before update or delete on operator_actions
  for each row execute function refuse_change();

-- What is paused now: 'all', 'chain:<chain id>' or 'pair:<token>:<origin chain id>:<destination chain id>'.
create table pauses (
  subject text primary key,
  since timestamptz not null default now(),
  who text not null,
  why text not null
);

-- An operator asks for a transfer by the hash of its payment as well.
create index transfers_by_settlement on transfers using hash (settled_hash);
