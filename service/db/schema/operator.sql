-- What an operator's session may change. The grants name the columns (roles/rights.ts), and these triggers hold the values.
-- The worker's sessions skip most of them.

create table operator_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  who text not null check (who <> ''),
  why text not null check (why <> ''),
  action text not null,
  -- the object of the action as text: a transfer's id, a chain, a pair, a nonce
  subject text not null,
  detail text,
  transfer_id text references transfers,
  -- the authenticated role; "who" is what was typed
  role text
);
create index operator_actions_by_transfer on operator_actions (transfer_id, id) where transfer_id is not null;
create index operator_actions_by_time on operator_actions (at);

-- Commands that need a second operator. The worker writes the bounds, in base units of each token on its chain.
create table approval_bounds (
  chain_id bigint not null,
  token text not null,
  amount numeric(78,0) not null check (amount >= 0),
  primary key (chain_id, token)
);
create table approval_requests (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  role text not null default session_user,
  who text not null check (who <> ''),
  why text not null check (why <> ''),
  action text not null,
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
create table approval_uses (
  request_id bigint not null references approvals,
  subject text not null,
  at timestamptz not null default now(),
  primary key (request_id, subject)
);
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
create table book_explanations (
  reading_id bigint primary key references book_readings,
  at timestamptz not null default now(),
  role text not null default session_user,
  who text not null check (who <> ''),
  why text not null check (why <> '')
);

create function differs(reading book_readings)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $$
  select coalesce(reading.difference <> 0 or reading.report::jsonb -> 'mismatches' <> '[]'::jsonb, false)
$$;

create function guard_close()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() then
    perform take_approval(array['close'], new.id, occasion_of('close', new.id), old.state = 'refundHeld' and exists (
      select from deposits d join approval_bounds b on b.chain_id = d.chain_id and b.token = d.token
      where d.id = new.id and d.funded));
  end if;
  return new;
end
$$;

create function guard_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if not is_operator_session() then
    return new;
  end if;
  new.at := now();
  if not exists (select from transfers where id = new.transfer_id and state = new.to_state) then
    raise exception 'transfer % is not %', new.transfer_id, new.to_state using errcode = 'insufficient_privilege';
  end if;
  if new.cause = 'refundReverted' and new.from_state = 'refunding' and new.to_state = 'refunding'
    and is_explained(new.transfer_id, 'void')
  then
    return new;
  end if;
  if new.cause is distinct from operator_cause(new.from_state, new.to_state) or not exists (
    select from operator_changes c
    where c.transaction = pg_current_xact_id() and c.at = now() and c.transfer_id = new.transfer_id
      and c.from_state = new.from_state and c.to_state = new.to_state)
  then
    raise exception 'the event % of transfer % needs its change in the same transaction', new.cause, new.transfer_id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create function guard_explanation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
declare
  reading book_readings;
begin
  select * into reading from book_readings where id = new.reading_id;
  if not found or not differs(reading) then
    raise exception 'comparison % has no difference to explain', new.reading_id using errcode = 'insufficient_privilege';
  end if;
  new.role := session_user;
  new.at := now();
  if is_operator_session() then
    perform take_approval(array['explain'], 'difference:' || new.reading_id, reading.at, true);
  end if;
  return new;
end
$$;

create function guard_halt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() then
    perform take_approval(
      array['unhalt'], 'chain:' || new.chain_id, occasion_of('unhalt', 'chain:' || new.chain_id), true);
  end if;
  return new;
end
$$;

create function guard_pause()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  lock table breaker_lock in share row exclusive mode;
  if exists (select from breaker_trips where subject = old.subject and resumed_at is null) then
    raise exception 'the circuit breaker has stopped %', old.subject;
  end if;
  return old;
end
$$;

create function guard_rewrite()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() then
    perform take_approval(
      array['reread'], 'chain:' || new.chain_id, occasion_of('reread', 'chain:' || new.chain_id), true);
  end if;
  return new;
end
$$;

create function guard_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
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

create function guard_trip()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  lock table breaker_lock in share row exclusive mode;
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

create function has_action(names text[], wanted_subject text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $$
  select exists (select from operator_actions a where a.at = now() and a.role = session_user
    and a.action = any (names) and (wanted_subject is null or a.subject = wanted_subject))
$$;

create function is_explained(transfer text, payment_state text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $$
  select exists (
    select from obligations o join sends s using (chain_id, address, nonce) join senders n using (chain_id, address)
    where o.transfer_id = transfer and o.state = payment_state and s.state = 'displaced' and n.halted_reason is not null)
$$;

create function is_operator_session()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
  select coalesce(bool_or(pg_has_role(session_user, r.oid, 'member') and not s.rolsuper), false)
  from pg_roles r, pg_roles s where r.rolname = 'causeway_operator' and s.rolname = session_user
$$;

create function limit_anchor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() and not exists (
    select from chains where chain_id = old.chain_id and chains.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'an operator removes anchors only to read the chain again' using errcode = 'insufficient_privilege';
  end if;
  return old;
end
$$;

create function limit_chain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() and not (
    old.rewritten_reason is not null and new.rewritten_reason is null and new.final_block is null
    and new.version = old.version + 1 and (new.scanned_to is null or coalesce(new.scanned_to <= old.scanned_to, false))
    and (new.rescanned_to is null or coalesce(new.rescanned_to <= coalesce(old.rescanned_to, new.scanned_to), false)))
  then
    raise exception 'an operator changes a chain only to read it again' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create function limit_incident()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() then
    -- An approval must be newer than the incident that it ends, so no operator stores one of those.
    if new.kind <> 'paymentUnproven' then
      raise exception 'an operator cannot store the incident %', new.kind using errcode = 'insufficient_privilege';
    end if;
    new.at := now();
  end if;
  return new;
end
$$;

create function limit_obligation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() and not (old.state = 'live' and new.state in ('paid', 'void') and exists (
    select from sends s join senders n using (chain_id, address)
    where s.chain_id = new.chain_id and s.address = new.address and s.nonce = new.nonce and s.state = 'displaced'
      and n.halted_reason is not null))
  then
    raise exception 'an operator cannot change the payment of transfer %', new.transfer_id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create function limit_pause()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() then
    new.since := now();
  end if;
  return new;
end
$$;

create function limit_send()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if not is_operator_session() then
    return new;
  end if;
  if new.cancel_requested_at is distinct from old.cancel_requested_at and old.cancel_requested_at is null then
    new.cancel_requested_at := now();
  end if;
  if old.state in ('open', 'mined') and (
    -- "cancel"
    new.cancel_requested_at is not null
      and (old.cancel_requested_at is null or new.cancel_requested_at = old.cancel_requested_at)
      and (new.state, new.mined_hash, new.mined_block, new.mined_block_hash)
        is not distinct from (old.state, old.mined_hash, old.mined_block, old.mined_block_hash)
    -- "unhalt"
    or new.state = 'displaced' and num_nonnulls(new.mined_hash, new.mined_block, new.mined_block_hash) = 0
      and (new.cancel_requested_at, new.cancel_then_hold) is not distinct from (old.cancel_requested_at, old.cancel_then_hold)
      and exists (select from senders where chain_id = new.chain_id and address = new.address and halted_reason is not null))
  then
    return new;
  end if;
  raise exception 'an operator cannot change nonce % on chain % so', new.nonce, new.chain_id
    using errcode = 'insufficient_privilege';
end
$$;

create function limit_sender()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session()
    and (old.halted_reason is null or new.halted_reason is not null or new.next_nonce < old.next_nonce)
  then
    raise exception 'an operator changes a sender only to end its halt' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create function limit_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
declare
  cause text := operator_cause(old.state, new.state);
  is_bound boolean;
begin
  if not is_operator_session() then
    return new;
  end if;
  new.updated_at := now();
  is_bound := exists (select from obligations where transfer_id = new.id and state <> 'void');
  if old.state <> new.state and not coalesce(case cause
    when 'payoutReverted' then not is_bound and is_explained(new.id, 'void')
    when 'payoutDelivered' then is_explained(new.id, 'paid')
    when 'refundDelivered' then is_explained(new.id, 'paid')
    when 'heldBack' then is_explained(new.id, 'live')
    -- A transfer keeps its first decision.
    when 'retried' then not is_bound and new.receive_amount is null
    else cause is not null and not is_bound end, false)
  then
    raise exception 'an operator cannot change transfer % from % to %', new.id, old.state, new.state
      using errcode = 'insufficient_privilege';
  end if;
  -- The worker stores the bounds of the configured tokens. Their deposits are owed to their senders.
  if old.state = 'held' and new.state = 'closed' and exists (
    select from deposits d join approval_bounds b on b.chain_id = d.chain_id and b.token = d.token
    where d.id = new.id and d.funded)
  then
    raise exception 'an operator cannot close transfer %, whose deposit is owed to its sender', new.id
      using errcode = 'insufficient_privilege';
  end if;
  if not coalesce(
    -- An order to refund clears the terms of the payout, and pays on the chain of the deposit. It names the token where the service
    -- has not: receipts and the export show the amount with these decimals.
    case when cause = 'refundOrdered' and new.paying_chain_id = (select chain_id from deposits where id = new.id)
        and num_nonnulls(new.recipient, new.gas_fee, new.bridge_fee, new.net_amount, new.receive_amount) = 0
      then coalesce(old.token_name, new.token_name) is not distinct from new.token_name
        and coalesce(old.origin_decimals, new.origin_decimals) is not distinct from new.origin_decimals
      when new.state = 'rejected' and old.state <> 'rejected' then false
      else (new.recipient, new.gas_fee, new.bridge_fee, new.net_amount, new.receive_amount, new.paying_chain_id,
          new.token_name, new.origin_decimals)
        is not distinct from (old.recipient, old.gas_fee, old.bridge_fee, old.net_amount, old.receive_amount,
          old.paying_chain_id, old.token_name, old.origin_decimals)
      end
    and (cause in ('payoutDelivered', 'refundDelivered')
      or (new.settled_hash, new.settled_amount) is not distinct from (old.settled_hash, old.settled_amount))
    and (cause is not null or (new.reason, new.reason_code) is not distinct from (old.reason, old.reason_code))
    and (new.note is null and new.note_code is null
      or (new.note, new.note_code) is not distinct from (old.note, old.note_code))
    and (new.retry_at is null or new.retry_at is not distinct from old.retry_at)
    and (new.failing_since is null or new.failing_since is not distinct from old.failing_since)
    -- A new order ends what a wait has counted, and an earlier wish to hold. Nothing else does: after a long wait the service refunds.
    and (case when cause in ('retried', 'payoutResumed', 'refundOrdered')
      then new.tries = 0 and not new.hold_requested and new.waits_for is null and new.waiting_since is null
      else (new.tries, new.waits_for, new.waiting_since) is not distinct from (old.tries, old.waits_for, old.waiting_since)
        and new.hold_requested >= old.hold_requested
      end), false)
  then
    raise exception 'an operator cannot change these columns of transfer %', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create function occasion_of(wanted_action text, wanted text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $$
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

create function operator_cause(from_state text, to_state text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $$
  select cause from (values
    ('seen', 'held', 'stopped'), ('confirmed', 'held', 'stopped'), ('rejected', 'held', 'stopped'),
    ('refunding', 'refundHeld', 'stopped'),
    ('held', 'seen', 'retried'), ('held', 'confirmed', 'payoutResumed'),
    ('held', 'rejected', 'refundOrdered'), ('confirmed', 'rejected', 'refundOrdered'),
    ('refundHeld', 'refunding', 'refundOrdered'),
    ('held', 'closed', 'closed'), ('refundHeld', 'closed', 'closed'),
    -- what "unhalt" finds out about a nonce that was used elsewhere
    ('signed', 'confirmed', 'payoutReverted'), ('broadcast', 'confirmed', 'payoutReverted'),
    ('confirmed', 'delivered', 'payoutDelivered'), ('signed', 'delivered', 'payoutDelivered'),
    ('broadcast', 'delivered', 'payoutDelivered'),
    ('rejected', 'refunded', 'refundDelivered'), ('refunding', 'refunded', 'refundDelivered'),
    ('signed', 'held', 'heldBack'), ('broadcast', 'held', 'heldBack')
  ) as known (before, after, cause) where before = from_state and after = to_state
$$;

create function record_operator_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() then
    insert into operator_changes (transfer_id, from_state, to_state) values (new.id, old.state, new.state);
  end if;
  return null;
end
$$;

create function require_action()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() and not has_action(tg_argv, null) then
    raise exception 'a change of % needs its record in the same transaction', tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

create function require_end_of_halt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() and exists (
    select from senders where chain_id = new.chain_id and address = new.address and halted_reason is not null)
  then
    raise exception 'nonce % on chain % changes only with the end of the halt', new.nonce, new.chain_id
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

create function require_explain_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() and not has_action(array['explain'], 'difference:' || new.reading_id) then
    raise exception 'an explanation needs its record in the same transaction' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

create function require_pause_action()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() and not has_action(tg_argv, case tg_op when 'INSERT' then new.subject else old.subject end) then
    raise exception 'a pause needs its record in the same transaction' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

create function require_transfer_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
begin
  if is_operator_session() and not (
    exists (select from operator_actions where transfer_id = new.id and at = now() and role = session_user)
    and (old.state = new.state or exists (select from transfer_events e where e.transfer_id = new.id and e.at = now()
      and e.from_state = old.state and e.to_state = new.state)))
  then
    raise exception 'a change of transfer % needs its event and its record in the same transaction', new.id
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

create function stamp_action()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  new.role := session_user;
  new.at := now();
  return new;
end
$$;

create function stamp_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
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

create function stamp_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
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

create function take_approval(actions text[], wanted text, since timestamp with time zone, is_needed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
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

revoke execute on function take_approval from public;

create constraint trigger book_explanations_action AFTER INSERT ON book_explanations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_explain_record();
create constraint trigger breaker_trips_action AFTER UPDATE ON breaker_trips DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_action('resume');
create constraint trigger chains_action AFTER UPDATE ON chains DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION require_action('reread');
create constraint trigger obligations_halt AFTER UPDATE ON obligations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION require_end_of_halt();
create constraint trigger pauses_begin AFTER INSERT ON pauses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION require_pause_action('pause');
create constraint trigger pauses_end AFTER DELETE ON pauses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_pause_action('resume');
create constraint trigger senders_action AFTER UPDATE ON senders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION require_action('unhalt');
create constraint trigger sends_action AFTER UPDATE ON sends DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION require_action('cancel', 'unhalt');
create constraint trigger sends_halt AFTER UPDATE ON sends DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.state = 'displaced'::text) AND (SESSION_USER <> 'causeway_worker'::name))) EXECUTE FUNCTION require_end_of_halt();
create constraint trigger transfers_action AFTER UPDATE ON transfers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION require_transfer_record();
create trigger anchors_operator BEFORE DELETE ON anchors FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION limit_anchor();
create trigger approval_requests_append_only BEFORE DELETE OR UPDATE ON approval_requests FOR EACH ROW EXECUTE FUNCTION refuse_change();
create trigger approval_requests_stamp BEFORE INSERT ON approval_requests FOR EACH ROW EXECUTE FUNCTION stamp_request();
create trigger approval_uses_append_only BEFORE DELETE OR UPDATE ON approval_uses FOR EACH ROW EXECUTE FUNCTION refuse_change();
create trigger approvals_append_only BEFORE DELETE OR UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION refuse_change();
create trigger approvals_stamp BEFORE INSERT ON approvals FOR EACH ROW EXECUTE FUNCTION stamp_approval();
create trigger book_explanations_append_only BEFORE DELETE OR UPDATE ON book_explanations FOR EACH ROW EXECUTE FUNCTION refuse_change();
create trigger book_explanations_guard BEFORE INSERT ON book_explanations FOR EACH ROW EXECUTE FUNCTION guard_explanation();
create trigger breaker_trips_guard BEFORE UPDATE ON breaker_trips FOR EACH ROW EXECUTE FUNCTION guard_trip();
create trigger chains_guard BEFORE UPDATE OF rewritten_reason ON chains FOR EACH ROW WHEN (((old.rewritten_reason IS NOT NULL) AND (new.rewritten_reason IS NULL))) EXECUTE FUNCTION guard_rewrite();
create trigger chains_operator BEFORE UPDATE ON chains FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION limit_chain();
create trigger incidents_operator BEFORE INSERT ON incidents FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION limit_incident();
create trigger obligations_operator BEFORE UPDATE ON obligations FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION limit_obligation();
create trigger operator_actions_append_only BEFORE DELETE OR UPDATE ON operator_actions FOR EACH ROW EXECUTE FUNCTION refuse_change();
create trigger operator_actions_stamp BEFORE INSERT ON operator_actions FOR EACH ROW EXECUTE FUNCTION stamp_action();
create trigger operator_changes_append_only BEFORE DELETE OR UPDATE ON operator_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();
create trigger pauses_guard BEFORE DELETE ON pauses FOR EACH ROW EXECUTE FUNCTION guard_pause();
create trigger pauses_operator BEFORE INSERT ON pauses FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION limit_pause();
create trigger senders_guard BEFORE UPDATE OF halted_reason ON senders FOR EACH ROW WHEN (((old.halted_reason IS NOT NULL) AND (new.halted_reason IS NULL))) EXECUTE FUNCTION guard_halt();
create trigger senders_operator BEFORE UPDATE ON senders FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION limit_sender();
create trigger sends_operator BEFORE UPDATE ON sends FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION limit_send();
create trigger transfer_events_guard BEFORE INSERT ON transfer_events FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION guard_event();
create trigger transfers_close BEFORE UPDATE OF state ON transfers FOR EACH ROW WHEN (((old.state <> 'closed'::text) AND (new.state = 'closed'::text) AND (SESSION_USER <> 'causeway_worker'::name))) EXECUTE FUNCTION guard_close();
create trigger transfers_guard BEFORE UPDATE OF state ON transfers FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state <> ALL (ARRAY['held'::text, 'refundHeld'::text, 'closed'::text])) AND ((old.state = ANY (ARRAY['held'::text, 'refundHeld'::text, 'unseen'::text, 'closed'::text])) OR (new.state = 'rejected'::text)))) EXECUTE FUNCTION guard_transfer();
create trigger transfers_operator BEFORE UPDATE ON transfers FOR EACH ROW WHEN ((SESSION_USER <> 'causeway_worker'::name)) EXECUTE FUNCTION limit_transfer();
create trigger transfers_record AFTER UPDATE OF state ON transfers FOR EACH ROW WHEN (((old.state <> new.state) AND (SESSION_USER <> 'causeway_worker'::name))) EXECUTE FUNCTION record_operator_change();
