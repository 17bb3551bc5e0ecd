-- An attempt of kind 'cancel' is an empty transaction of the maker to itself. It has no call.
alter table attempts add column kind text not null default 'call' check (kind in ('call', 'cancel'));
alter table attempts alter column kind drop default;
alter table attempts alter column call_hash drop not null;
alter table attempts add check ((kind = 'call') = (call_hash is not null));
-- PostgreSQL does not enforce a foreign key with a null column. This key ties a cancel to its send.
alter table attempts add foreign key (chain_id, address, nonce) references sends;

alter table sends drop constraint sends_state_check;
alter table sends add constraint sends_state_check
  check (state in ('open', 'mined', 'succeeded', 'reverted', 'cancelled'));
-- Set by an operator and never cleared, because a signed cancel can be mined.
alter table sends add column cancel_requested_at timestamptz;
alter table sends add column cancel_then_hold boolean not null default false;
