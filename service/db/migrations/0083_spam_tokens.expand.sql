-- Tokens without value whose deposits an operator has decided to drop. The service does not store another deposit of one.
create table spam_tokens (
  chain_id bigint not null,
  token text not null,
  at timestamptz not null default now(),
  who text not null,
  why text not null,
  primary key (chain_id, token)
);
