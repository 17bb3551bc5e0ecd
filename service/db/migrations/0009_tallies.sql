-- Totals of finished transfers and of attempts, for the operator's metrics. Counting millions of rows each time would be too
-- slow. Each change inserts a row in tally_entries, so payments never wait for a shared counter. The service regularly folds
-- the entries into tallies.
create table tally_entries (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('transfer', 'attempt')),
  -- the state that a transfer ended in, or the chain that an attempt is for
  label text not null,
  -- from the first reading of a deposit to the end of its transfer
  seconds double precision not null default 0
);
create table tallies (
  kind text not null,
  label text not null,
  -- the lowest bound that is at least the seconds
  bound double precision not null,
  count bigint not null,
  seconds double precision not null,
  primary key (kind, label, bound)
);

insert into tally_entries (kind, label, seconds)
  select 'transfer', state, greatest(0, extract(epoch from updated_at - created_at))
  from transfers where state in ('delivered', 'refunded');
insert into tally_entries (kind, label) select 'attempt', chain_id::text from attempts;

create function tally_transfer() returns trigger language plpgsql as $$
begin
  insert into tally_entries (kind, label, seconds)
  values ('transfer', new.state, greatest(0, extract(epoch from clock_timestamp() - new.created_at)));
  return null;
end
$$;
create trigger transfers_tally after update of state on transfers for each row
  when (new.state in ('delivered', 'refunded') and old.state <> new.state) execute function tally_transfer();

create function tally_attempt() returns trigger language plpgsql as $$
begin
  insert into tally_entries (kind, label) values ('attempt', new.chain_id::text);
  return null;
end
$$;
create trigger attempts_tally after insert on attempts for each row execute function tally_attempt();

-- Counts the few unseen transfers without a scan.
create index transfers_unseen on transfers (created_at) where state = 'unseen';
