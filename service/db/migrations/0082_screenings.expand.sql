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
create trigger screening_matches_append_only before update or delete on screening_matches
  for each row execute function refuse_change();

-- A transfer that a screening matched needs a second operator at any amount, by a request that is newer than the match.
create or replace function guard_transfer() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  matched_at timestamptz;
begin
  if is_operator_session() then
    select max(at) into matched_at from screening_matches where transfer_id = new.id;
    perform take_approval(
      case new.state when 'rejected' then array['refund'] when 'refunding' then array['refund', 'retry']
        when 'seen' then array['retry'] when 'confirmed' then array['retry'] else array[]::text[] end,
      new.id,
      greatest(matched_at, (select max(at) from transfer_events where transfer_id = new.id)),
      matched_at is not null or not exists (
        select from deposits d join approval_bounds b on b.chain_id = d.chain_id and b.token = d.token
        where d.id = new.id and d.amount <= b.amount));
  end if;
  return new;
end
$$;
