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

create trigger book_readings_append_only before update or delete on book_readings
  for each row execute function refuse_change();
