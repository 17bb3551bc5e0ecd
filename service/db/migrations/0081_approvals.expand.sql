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

-- Takes an approval of one of these actions for a subject, once.
create function take_approval(actions text[], wanted text) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  approved bigint;
begin
  if not exists (select from approval_bounds) then
    return;
  end if;
  select r.id into approved from approval_requests r join approvals a on a.request_id = r.id
    where r.action = any (actions) and wanted = any (r.subjects) and r.expires_at > now()
      and not exists (select from approval_uses u where u.request_id = r.id and u.subject = wanted)
    order by r.id limit 1;
  if approved is null then
    raise exception 'a second operator must approve this change of %', wanted using errcode = 'insufficient_privilege';
  end if;
  insert into approval_uses (request_id, subject) values (approved, wanted);
end
$$;
revoke execute on function take_approval from public;

create function guard_transfer() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() and not exists (
    select from deposits d join approval_bounds b on b.chain_id = d.chain_id and b.token = d.token
    where d.id = new.id and d.amount <= b.amount
  ) then
    perform take_approval(
      case new.state when 'rejected' then array['refund'] when 'refunding' then array['refund', 'retry']
        when 'seen' then array['retry'] when 'confirmed' then array['retry'] else array[]::text[] end,
      new.id);
  end if;
  return new;
end
$$;
-- Every way out of a hold, and every refund that is not the service's decision.
create trigger transfers_guard before update of state on transfers for each row
  when (old.state <> new.state and new.state not in ('held', 'refundHeld', 'closed')
    and (old.state in ('held', 'refundHeld', 'unseen', 'closed') or new.state = 'rejected'))
  execute function guard_transfer();

create function guard_halt() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    perform take_approval(array['unhalt'], 'chain:' || new.chain_id);
  end if;
  return new;
end
$$;
create trigger senders_guard before update of halted_reason on senders for each row
  when (old.halted_reason is not null and new.halted_reason is null) execute function guard_halt();

create function guard_rewrite() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    perform take_approval(array['reread'], 'chain:' || new.chain_id);
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
    perform take_approval(array['resume'], old.subject);
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
