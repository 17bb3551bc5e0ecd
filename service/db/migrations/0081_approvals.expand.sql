-- Commands that need a second operator. The worker writes the bounds, in base units of each token on its chain. Without a bound no
-- command needs one.
create table approval_bounds (
  chain_id bigint not null,
  token text not null,
  amount numeric(78,0) not null check (amount >= 0),
  primary key (chain_id, token)
);

-- A command that waits for the second operator, as it was typed.
create table approval_requests (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- the role that PostgreSQL authenticated
  role text not null default session_user,
  who text not null check (who <> ''),
  why text not null check (why <> ''),
  action text not null,
  -- ids of transfers, a chain as 'chain:<chain id>', or the subject of a pause
  subjects text[] not null check (cardinality(subjects) > 0),
  command text[] not null,
  summary text not null,
  expires_at timestamptz not null
);

create table approvals (
  request_id bigint primary key references approval_requests,
  at timestamptz not null default now(),
  role text not null default session_user,
  who text not null check (who <> ''),
  why text not null check (why <> '')
);

-- An approval counts once for each of its subjects.
create table approval_uses (
  request_id bigint not null references approvals,
  subject text not null,
  at timestamptz not null default now(),
  primary key (request_id, subject)
);

create trigger approval_requests_append_only before update or delete on approval_requests
  for each row execute function refuse_change();
create trigger approvals_append_only before update or delete on approvals
  for each row execute function refuse_change();
create trigger approval_uses_append_only before update or delete on approval_uses
  for each row execute function refuse_change();

-- The authenticated role of each action. The column "who" is what was typed.
alter table operator_actions add column role text;

-- A session cannot choose the role or the time of a row.
create function stamp_action() returns trigger language plpgsql as $$
begin
  new.role := session_user;
  new.at := now();
  return new;
end
$$;
create trigger operator_actions_stamp before insert on operator_actions
  for each row execute function stamp_action();

create function stamp_request() returns trigger language plpgsql as $$
begin
  new.role := session_user;
  new.at := now();
  new.expires_at := least(new.expires_at, now() + interval '30 days');
  if new.role = 'causeway_operator' then
    raise exception 'a request needs an operator''s own role';
  end if;
  return new;
end
$$;
create trigger approval_requests_stamp before insert on approval_requests
  for each row execute function stamp_request();

create function stamp_approval() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  request approval_requests;
begin
  select * into request from approval_requests where id = new.request_id;
  new.role := session_user;
  new.at := now();
  if new.role in ('causeway_operator', request.role) then
    raise exception 'a request needs the approval of another operator''s own role';
  end if;
  if request.expires_at <= now() then
    raise exception 'request % has expired', new.request_id;
  end if;
  return new;
end
$$;
create trigger approvals_stamp before insert on approvals
  for each row execute function stamp_approval();

-- The service's processes and the owner of the schema act by rules. The rules below are for the sessions of people.
create function is_operator_session() returns boolean language sql stable
  security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(bool_or(pg_has_role(session_user, r.oid, 'member') and not s.rolsuper), false)
  from pg_roles r, pg_roles s where r.rolname = 'causeway_operator' and s.rolname = session_user
$$;

-- Takes an approval of one of these actions for a subject, once. Only a request that is newer than its occasion counts: an
-- unused approval must not end a later hold, halt or stop. A change that needs no approval uses up a matching one.
create function take_approval(actions text[], wanted text, since timestamptz, is_needed boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  approved bigint;
begin
  select r.id into approved from approval_requests r join approvals a on a.request_id = r.id
    where r.action = any (actions) and wanted = any (r.subjects) and r.expires_at > now()
      and r.at > coalesce(since, '-infinity')
      and not exists (select from approval_uses u where u.request_id = r.id and u.subject = wanted)
    order by r.id limit 1;
  if approved is not null then
    insert into approval_uses (request_id, subject) values (approved, wanted);
  elsif is_needed and exists (select from approval_bounds) then
    raise exception 'a second operator must approve this change of %, by a request made after %',
      wanted, coalesce(since, '-infinity') using errcode = 'insufficient_privilege';
  end if;
end
$$;
revoke execute on function take_approval from public;

create function guard_transfer() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    perform take_approval(
      case new.state when 'rejected' then array['refund'] when 'refunding' then array['refund', 'retry']
        when 'seen' then array['retry'] when 'confirmed' then array['retry'] else array[]::text[] end,
      new.id,
      (select max(at) from transfer_events where transfer_id = new.id),
      not exists (
        select from deposits d join approval_bounds b on b.chain_id = d.chain_id and b.token = d.token
        where d.id = new.id and d.amount <= b.amount));
  end if;
  return new;
end
$$;
-- Every way out of a hold, and every refund that is not the service's decision.
create trigger transfers_guard before update of state on transfers for each row
  when (old.state <> new.state and new.state not in ('held', 'refundHeld', 'closed')
    and (old.state in ('held', 'refundHeld', 'unseen', 'closed') or new.state = 'rejected'))
  execute function guard_transfer();

-- Each change of a state by an operator. It proves to guard_event that the change came through guard_transfer.
create table operator_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  role text not null default session_user,
  transaction xid8 not null default pg_current_xact_id(),
  transfer_id text not null references transfers,
  from_state text not null,
  to_state text not null
);
create index operator_changes_by_transfer on operator_changes (transfer_id);
create trigger operator_changes_append_only before update or delete on operator_changes
  for each row execute function refuse_change();

create function record_operator_change() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    insert into operator_changes (transfer_id, from_state, to_state) values (new.id, old.state, new.state);
  end if;
  return null;
end
$$;
-- The worker changes thousands of states, so its sessions skip the function.
create trigger transfers_record after update of state on transfers for each row
  when (old.state <> new.state and session_user <> 'causeway_worker')
  execute function record_operator_change();

-- The service follows an operator's orders: after a reorg, and after a match of the screening. So an operator stores an event
-- only of the state that the transfer has, at the database's time, and an order only with its change in the same transaction.
create function guard_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if not is_operator_session() then
    return new;
  end if;
  new.at := now();
  if not exists (select from transfers where id = new.transfer_id and state = new.to_state) then
    raise exception 'transfer % is not %', new.transfer_id, new.to_state using errcode = 'insufficient_privilege';
  end if;
  if new.cause in ('stopped', 'retried', 'payoutResumed', 'refundOrdered') and not exists (
    select from operator_changes c
    where c.transaction = pg_current_xact_id() and c.at = now() and c.transfer_id = new.transfer_id
      and c.from_state = new.from_state and c.to_state = new.to_state
      and (new.cause, c.to_state) in (('stopped', 'held'), ('stopped', 'refundHeld'), ('retried', 'seen'),
        ('payoutResumed', 'confirmed'), ('refundOrdered', 'rejected'), ('refundOrdered', 'refunding'))
      and (new.cause in ('stopped', 'refundOrdered') or c.from_state = 'held')
      and (c.to_state <> 'refunding' or c.from_state = 'refundHeld')
  ) then
    raise exception 'the order % of transfer % needs its change in the same transaction', new.cause, new.transfer_id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger transfer_events_guard before insert on transfer_events for each row
  when (session_user <> 'causeway_worker') execute function guard_event();

create function guard_halt() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    perform take_approval(array['unhalt'], 'chain:' || new.chain_id,
      (select max(at) from incidents where kind = 'senderHalted' and chain_id = new.chain_id), true);
  end if;
  return new;
end
$$;
create trigger senders_guard before update of halted_reason on senders for each row
  when (old.halted_reason is not null and new.halted_reason is null) execute function guard_halt();

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

create function guard_rewrite() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    perform take_approval(array['reread'], 'chain:' || new.chain_id,
      (select max(at) from incidents where kind = 'chainRewritten' and chain_id = new.chain_id), true);
  end if;
  return new;
end
$$;
create trigger chains_guard before update of rewritten_reason on chains for each row
  when (old.rewritten_reason is not null and new.rewritten_reason is null) execute function guard_rewrite();

create function guard_trip() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if new.id <> old.id or new.at <> old.at or new.subject <> old.subject or new.detail <> old.detail
    or old.resumed_at is not null then
    raise exception 'a stop of the circuit breaker changes only by its end';
  end if;
  if is_operator_session() then
    perform take_approval(array['resume'], old.subject, old.at, true);
  end if;
  return new;
end
$$;
create trigger breaker_trips_guard before update on breaker_trips for each row execute function guard_trip();

create function guard_pause() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if exists (select from breaker_trips where subject = old.subject and resumed_at is null) then
    raise exception 'the circuit breaker has stopped %', old.subject;
  end if;
  return old;
end
$$;
create trigger pauses_guard before delete on pauses for each row execute function guard_pause();
