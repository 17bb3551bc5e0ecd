-- when a watcher last read the chain without fault, by the watcher's clock
alter table chains add column looked_at timestamptz;

-- A transfer that was tried and waits goes behind all that were due before its next try.
drop index transfers_to_pay;
create index transfers_to_pay on transfers (paying_chain_id, (coalesce(retry_at, created_at)))
  where state in ('confirmed', 'rejected', 'refunding');
