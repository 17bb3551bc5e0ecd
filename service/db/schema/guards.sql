-- What may never change, whichever program writes. The triggers hold even if the service has a bug or its password is stolen.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger attempts_append_only before update or delete on attempts
  for each row execute function refuse_change();
create trigger transfer_events_append_only before update or delete on transfer_events
  for each row execute function refuse_change();
create trigger incidents_append_only before update or delete on incidents
  for each row execute function refuse_change();
create trigger screening_matches_append_only before update or delete on screening_matches
  for each row execute function refuse_change();
create trigger book_readings_append_only before update or delete on book_readings
  for each row execute function refuse_change();

-- An order that waits changes once: by its approval.
create trigger orders_kept before delete on orders for each row execute function refuse_change();
create trigger orders_append_only before update on orders for each row
  when (old.applied_at is not null or new.applied_at is null
    or (new.id, new.at, new.action, new.subject, new.parameters, new.role, new.who, new.why, new.occasion, new.expires_at)
      is distinct from
      (old.id, old.at, old.action, old.subject, old.parameters, old.role, old.who, old.why, old.occasion, old.expires_at))
  execute function refuse_change();

-- A row with another key would leave its halt or its stop behind: the service would store the sender or the chain again.
create function refuse_key_change() returns trigger language plpgsql as $$
begin
  raise exception 'the key of % never changes', tg_table_name;
end
$$;
create trigger senders_key before update of chain_id, address on senders for each row
  when (old.chain_id <> new.chain_id or old.address <> new.address) execute function refuse_key_change();
create trigger chains_key before update of chain_id on chains for each row
  when (old.chain_id <> new.chain_id) execute function refuse_key_change();

-- A removed payer can never be added to a vault again.
create function guard_revoked() returns trigger language plpgsql as $$
begin
  raise exception 'a removed payer never pays again';
end
$$;
create trigger senders_revoked before update on senders for each row
  when (old.revoked and not new.revoked) execute function guard_revoked();

-- The worker halts senders, stops chains, and settles payments. It takes nothing of that back: only a person ends a stop, and what
-- is settled stays so.
create function refuse_reversal() returns trigger language plpgsql as $$
begin
  raise exception 'the worker cannot take back a final state of %', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger senders_worker before update on senders for each row
  when (session_user = 'causeway_worker' and old.halted_reason is not null and new.halted_reason is null)
  execute function refuse_reversal();
create trigger chains_worker before update on chains for each row
  when (session_user = 'causeway_worker' and old.rewritten_reason is not null and new.rewritten_reason is null)
  execute function refuse_reversal();
create trigger obligations_worker before update on obligations for each row
  when (session_user = 'causeway_worker' and old.state <> 'live' and new.state <> old.state)
  execute function refuse_reversal();
create trigger sends_worker before update on sends for each row
  when (session_user = 'causeway_worker' and old.state not in ('open', 'mined') and new.state <> old.state)
  execute function refuse_reversal();
create trigger transfers_worker before update on transfers for each row
  when (session_user = 'causeway_worker' and old.state in ('delivered', 'refunded', 'closed') and new.state <> old.state)
  execute function refuse_reversal();

-- Whether an operator has announced an incident is decided here and not by the worker: it can place no order. It compares the whole
-- call, so no other action of the same kind is hidden.
create function expect_incident() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.announced_by := (
    select max(id) from orders
    where action = 'announce' and subject = 'chain:' || new.chain_id and parameters ->> 'call' = new.call
      and applied_at + (parameters ->> 'seconds')::bigint * interval '1 second' > now());
  return new;
end
$$;
create trigger incidents_expected before insert on incidents for each row execute function expect_incident();
