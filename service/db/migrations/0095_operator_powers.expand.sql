-- A session of an operator changes rows only as the operator's commands do, whichever program it uses. The grants name the columns
-- (rights.ts), and these triggers hold the values. The worker's sessions skip most of them.

-- In the order in which the workers write to them: two transactions that wait for each other would both be lost.
lock table senders, sends, obligations, chains, transfers in share row exclusive mode;

-- The cause of each change of a state that an operator can make; null for every other change.
create function operator_cause(from_state text, to_state text) returns text language sql immutable as $$
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

-- Whether a transfer has a payment in this state at a nonce that the running "unhalt" has explained: its sender is still halted.
create function is_explained(transfer text, payment_state text) returns boolean language sql stable
  set search_path = public, pg_temp as $$
  select exists (
    select from obligations o join sends s using (chain_id, address, nonce) join senders n using (chain_id, address)
    where o.transfer_id = transfer and o.state = payment_state and s.state = 'displaced' and n.halted_reason is not null)
$$;

create function limit_transfer() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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
create trigger transfers_operator before update on transfers for each row
  when (session_user <> 'causeway_worker') execute function limit_transfer();

create function limit_send() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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
create trigger sends_operator before update on sends for each row
  when (session_user <> 'causeway_worker') execute function limit_send();

create function limit_obligation() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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
create trigger obligations_operator before update on obligations for each row
  when (session_user <> 'causeway_worker') execute function limit_obligation();

-- What "unhalt" changes is allowed only in the transaction that also ends the halt: that end takes the approval.
create function require_end_of_halt() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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
create constraint trigger sends_halt after update on sends deferrable initially deferred for each row
  when (new.state = 'displaced' and session_user <> 'causeway_worker') execute function require_end_of_halt();
create constraint trigger obligations_halt after update on obligations deferrable initially deferred for each row
  when (session_user <> 'causeway_worker') execute function require_end_of_halt();

create function limit_sender() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session()
    and (old.halted_reason is null or new.halted_reason is not null or new.next_nonce < old.next_nonce)
  then
    raise exception 'an operator changes a sender only to end its halt' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger senders_operator before update on senders for each row
  when (session_user <> 'causeway_worker') execute function limit_sender();

create function limit_chain() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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
create trigger chains_operator before update on chains for each row
  when (session_user <> 'causeway_worker') execute function limit_chain();

-- The anchors show that a chain was rewritten. Only the transaction that reads the chain again removes them.
create function limit_anchor() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() and not exists (
    select from chains where chain_id = old.chain_id and chains.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'an operator removes anchors only to read the chain again' using errcode = 'insufficient_privilege';
  end if;
  return old;
end
$$;
create trigger anchors_operator before delete on anchors for each row
  when (session_user <> 'causeway_worker') execute function limit_anchor();

create function limit_incident() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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
create trigger incidents_operator before insert on incidents for each row
  when (session_user <> 'causeway_worker') execute function limit_incident();

create function limit_pause() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    new.since := now();
  end if;
  return new;
end
$$;
create trigger pauses_operator before insert on pauses for each row
  when (session_user <> 'causeway_worker') execute function limit_pause();

create function limit_spam() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() then
    if exists (select from approval_bounds where chain_id = new.chain_id and token = new.token) then
      raise exception 'the service supports token %, so its deposits are owed to their senders', new.token
        using errcode = 'insufficient_privilege';
    end if;
    new.at := now();
  end if;
  return new;
end
$$;
create trigger spam_tokens_operator before insert on spam_tokens for each row execute function limit_spam();

-- Each event of an operator belongs to a change in the same transaction.
create or replace function guard_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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

-- The totals of the metrics follow the states. No operator adds to them by hand.
create or replace function tally_transfer() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into tally_entries (kind, label, seconds)
  values ('transfer', new.state, greatest(0, extract(epoch from clock_timestamp() - new.created_at)));
  return null;
end
$$;
