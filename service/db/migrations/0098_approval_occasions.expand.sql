-- When the occasion of a command began. Only a request that is newer counts for it. The operator's program asks before it stores an
-- approval, and the triggers ask before they take one.

-- In the order in which the workers write to them: two transactions that wait for each other would both be lost.
lock table senders, sends, obligations, chains, transfers in share row exclusive mode;
create function occasion_of(wanted_action text, wanted text) returns timestamptz language sql stable
  set search_path = public, pg_temp as $$
  select case wanted_action
    when 'unhalt' then
      (select max(at) from incidents where kind = 'senderHalted' and 'chain:' || chain_id = wanted)
    when 'reread' then
      (select max(at) from incidents where kind = 'chainRewritten' and 'chain:' || chain_id = wanted)
    when 'resume' then
      (select at from breaker_trips where subject = wanted and resumed_at is null)
    else greatest(
      (select max(at) from transfer_events where transfer_id = wanted),
      (select max(at) from screening_matches where transfer_id = wanted))
    end
$$;

-- The code tells a refusal from every other error.
create or replace function take_approval(actions text[], wanted text, since timestamptz, is_needed boolean) returns void
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
      wanted, coalesce(since, '-infinity') using errcode = 'CW001';
  end if;
end
$$;

create or replace function guard_transfer() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    perform take_approval(
      case new.state when 'rejected' then array['refund'] when 'refunding' then array['refund', 'retry']
        when 'seen' then array['retry'] when 'confirmed' then array['retry'] else array[]::text[] end,
      new.id,
      occasion_of('retry', new.id),
      exists (select from screening_matches where transfer_id = new.id) or not exists (
        select from deposits d join approval_bounds b on b.chain_id = d.chain_id and b.token = d.token
        where d.id = new.id and d.amount <= b.amount));
  end if;
  return new;
end
$$;

create or replace function guard_halt() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    perform take_approval(
      array['unhalt'], 'chain:' || new.chain_id, occasion_of('unhalt', 'chain:' || new.chain_id), true);
  end if;
  return new;
end
$$;

create or replace function guard_rewrite() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    perform take_approval(
      array['reread'], 'chain:' || new.chain_id, occasion_of('reread', 'chain:' || new.chain_id), true);
  end if;
  return new;
end
$$;

-- A held deposit that is owed is never closed (0095). The gas of failed refunds can use up a deposit, so a held refund is, with an
-- approval: one operator alone could cancel each refund, and close it.
create function guard_close() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    perform take_approval(array['close'], new.id, occasion_of('close', new.id), old.state = 'refundHeld' and exists (
      select from deposits d join approval_bounds b on b.chain_id = d.chain_id and b.token = d.token
      where d.id = new.id and d.funded));
  end if;
  return new;
end
$$;
create trigger transfers_close before update of state on transfers for each row
  when (old.state <> 'closed' and new.state = 'closed' and session_user <> 'causeway_worker')
  execute function guard_close();
