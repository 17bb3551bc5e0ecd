-- Attempts that the journal has and this database lacks. Each counts as a payment until its nonce is final.
create table forgotten_attempts (
  transfer_id text not null,
  hash text not null,
  chain_id bigint not null,
  address text not null,
  nonce bigint not null,
  primary key (transfer_id, hash)
);
