-- What an operator may do. The roles of operators only read: each change is an order, which place_order or approve_order carries out
-- with the rights of the schema's owner, in one transaction with its record. Which orders there are, which states allow them and
-- which need a second operator is decided here and in the two files of orders beside it, and nowhere else. A refusal has the code
-- CW002, and its message is what the operator reads.

-- The owner of the schema acts alone, like the one role of a testnet. The rule is for the roles of people.
create function is_operator_session() returns boolean language sql stable as $$
  select coalesce(bool_or(pg_has_role(session_user, r.oid, 'member') and not s.rolsuper), false)
  from pg_roles r, pg_roles s where r.rolname = 'causeway_operator' and s.rolname = session_user
$$;

-- The state of a subject that an order is for: the newest change, halt, rewrite or stop.
create function occasion_of(wanted_action text, wanted text) returns text language sql stable as $$
  select case wanted_action
    when 'unhalt' then (
      select max(id)::text from incidents where kind = 'senderHalted' and 'chain:' || chain_id = wanted)
    when 'reread' then (
      select max(id)::text from incidents where kind = 'chainRewritten' and 'chain:' || chain_id = wanted)
    when 'resume' then (
      select id::text from breaker_trips where subject = wanted and resumed_at is null)
    else concat_ws(' ',
      (select max(id) from transfer_events where transfer_id = wanted),
      (select max(id) from screening_matches where transfer_id = wanted))
  end
$$;

-- An approval must not end a hold, a halt or a stop that began after its order was placed, nor clear a later match. Call it once
-- the subject is locked.
create function refuse_changed(o orders) returns void language plpgsql as $$
begin
  if o.approved_role is not null and o.occasion is distinct from occasion_of(o.action, o.subject) then
    raise exception 'Nothing is approved: % has changed since order % was placed. The first operator runs the command again, which places a new order.',
      o.subject, o.id using errcode = 'CW002';
  end if;
end
$$;

-- Ends an order that one operator may not carry out alone; place_order then lets it wait. Call it before the first change.
create function require_second_operator(o orders, what text) returns void language plpgsql as $$
begin
  if o.approved_role is null and is_operator_session()
    and exists (select from supported_tokens where one_operator_max is not null)
  then
    raise exception '%', what using errcode = 'CW001';
  end if;
end
$$;

create function carry_out(inout o orders) language plpgsql as $$
begin
  case o.action
    when 'hold' then o := order_hold(o);
    when 'retry' then o := order_retry(o);
    when 'refund' then o := order_refund(o);
    when 'close' then o := order_close(o);
    when 'unhalt' then o := order_unhalt(o);
    when 'reread' then o := order_reread(o);
    when 'pause' then o := order_pause(o);
    when 'resume' then o := order_resume(o);
    when 'resolve' then o := order_resolve(o);
    when 'announce' then o := order_announce(o);
    else raise exception 'There is no order "%".', o.action using errcode = 'CW002';
  end case;
  o.applied_at := now();
end
$$;

-- Carries out an order of this session's role, or lets it wait for a second operator.
create function place_order(
  action text, subject text, parameters jsonb, who text, why text, valid_for interval default '1 day'
) returns orders language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o orders;
begin
  o.at := now();
  o.action := action;
  o.subject := subject;
  o.parameters := coalesce(parameters, '{}');
  o.role := session_user;
  o.who := who;
  o.why := why;
  o.transfers := case when subject ~ '^0x' then array[subject] else '{}' end;
  o.occasion := occasion_of(action, subject);
  begin
    o := carry_out(o);
  exception when sqlstate 'CW001' then
    -- Several people know its password, so it says nothing about the person.
    if session_user = 'causeway_operator' then
      raise exception 'This needs a second operator, so connect with your own database role and not with causeway_operator. See "Two operators" in docs/operating.md.'
        using errcode = 'CW002';
    end if;
    o.detail := sqlerrm;
    o.expires_at := now() + least(valid_for, interval '30 days');
  end;
  insert into orders (at, action, subject, parameters, role, who, why, detail, transfers, applied_at, occasion, expires_at)
    values (o.at, o.action, o.subject, o.parameters, o.role, o.who, o.why, o.detail, o.transfers, o.applied_at, o.occasion,
      o.expires_at)
    returning * into o;
  return o;
end
$$;

-- Carries out an order of another operator's role, once, with every check of its placement.
create function approve_order(wanted bigint, who text, why text) returns orders
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o orders;
begin
  select * into o from orders where id = wanted for update;
  if not found then
    raise exception 'There is no order %. "list orders" lists the open ones.', wanted using errcode = 'CW002';
  elsif o.applied_at is not null then
    raise exception 'Order % is done%.', wanted, coalesce(': ' || o.approved_role || ' approved it', '') using errcode = 'CW002';
  elsif o.expires_at <= now() then
    raise exception 'Order % expired at %. Run its command again.', wanted, date_trunc('second', o.expires_at)
      using errcode = 'CW002';
  elsif session_user in ('causeway_operator', o.role) then
    raise exception 'Order % is from the database role %, and you are connected as %. Another operator must approve it with their own role.',
      wanted, o.role, session_user using errcode = 'CW002';
  end if;
  o.approved_role := session_user;
  o.approved_who := who;
  o.approved_why := why;
  o := carry_out(o);
  update orders
    set detail = o.detail, transfers = o.transfers, applied_at = o.applied_at, approved_role = o.approved_role,
      approved_who = o.approved_who, approved_why = o.approved_why
    where id = o.id returning * into o;
  return o;
end
$$;

-- Only what rights.ts grants can be called.
revoke execute on all functions in schema public from public;
