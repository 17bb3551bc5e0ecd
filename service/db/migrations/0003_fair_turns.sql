-- when a watcher last read the chain without an error, by the watcher's clock
alter table chains add column looked_at timestamptz;

-- A transfer that waits for a retry goes behind the transfers that are due earlier.
drop index transfers_to_pay;
create index transfers_to_pay on transfers (paying_chain_id, (coalesce(retry_at, created_at)))
  where state in ('confirmed', 'rejected', 'refunding');
