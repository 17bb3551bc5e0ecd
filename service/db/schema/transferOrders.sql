-- The orders for one transfer: hold, retry, refund and close (orders.sql).

-- In whole tokens, where the configuration has the token.
create function describe_amount(amount numeric, chain bigint, address text) returns text language sql stable as $$
  select coalesce(
    (select trim_scale(amount * power(10::numeric, -decimals)) || ' ' || name from supported_tokens
      where chain_id = chain and token = address),
    format('%s base units of %s', amount, address))
$$;

-- Waits for a payment that is being signed. Nothing that an order reads of the transfer changes after it.
create function lock_transfer(o orders) returns transfers language plpgsql as $$
declare
  t transfers;
begin
  select * into t from transfers where id = o.subject for update;
  if not found then
    raise exception 'The database has no transfer with the id %.', o.subject using errcode = 'CW002';
  end if;
  perform refuse_changed(o);
  return t;
end
$$;

create function refuse_state(t transfers, participle text) returns void language plpgsql as $$
begin
  raise exception 'Transfer % cannot be %: %.', t.id, participle, case t.state
    when 'unseen' then 'its deposit is in no block now'
    when 'seen' then 'the service has not decided it yet; hold it first, or wait for the confirmations of its deposit'
    when 'confirmed' then 'its payout is due next'
    when 'signed' then 'its payout is signed and can take effect; "hold --cancel" is the only way to stop it'
    when 'broadcast' then 'its payout was sent and can take effect; "hold --cancel" is the only way to stop it'
    when 'delivered' then 'it is delivered'
    when 'rejected' then 'its refund is due next'
    when 'refunding' then 'its refund is under way'
    when 'refunded' then 'it is refunded'
    when 'held' then 'it is held already'
    when 'refundHeld' then 'its refund is held already'
    when 'closed' then 'it is closed'
  end using errcode = 'CW002';
end
$$;

-- A held transfer can have a payment: one that the chain shows with other terms. Its state alone would allow a second payment.
create function refuse_bound(t transfers) returns void language plpgsql as $$
declare
  bound obligations;
begin
  select * into bound from obligations where transfer_id = t.id and state <> 'void';
  if found then
    raise exception 'Transfer % has a payment that can take effect or has taken effect: its % is bound to nonce % on chain %. A second payment would pay it twice.',
      t.id, bound.kind, bound.nonce, bound.chain_id using errcode = 'CW002';
  end if;
end
$$;

create function describe_transfer(o orders, t transfers) returns text language sql stable as $$
  select format('%s transfer %s of %s, which is %s', o.action, t.id, describe_amount(d.amount, d.chain_id, d.token), t.state)
  from deposits d where d.id = t.id
$$;

-- One operator pays or refunds alone up to the bound of the token, and never what the screening matched.
create function limit_amount(o orders, t transfers) returns void language plpgsql as $$
begin
  if exists (select from screening_matches where transfer_id = t.id) then
    perform require_second_operator(o, describe_transfer(o, t) || ' and was matched by the screening');
  elsif not exists (
    select from deposits d join supported_tokens k using (chain_id, token)
    where d.id = t.id and d.amount <= k.one_operator_max)
  then
    perform require_second_operator(o, describe_transfer(o, t));
  end if;
end
$$;

-- Forgets what a delayed or failing payment has counted.
create function without_delays(inout t transfers) language plpgsql as $$
begin
  t.note := null;
  t.note_code := null;
  t.failing_since := null;
  t.retry_at := null;
  t.tries := 0;
  t.hold_requested := false;
  t.waits_for := null;
  t.waiting_since := null;
end
$$;

-- Stores a changed transfer with its event. Terms are only ever cleared.
create function store_transfer(t transfers, new_state text, cause text, event_detail text default null) returns void
  language plpgsql as $$
begin
  insert into transfer_events (transfer_id, from_state, to_state, cause, detail)
    select id, state, new_state, store_transfer.cause, event_detail from transfers where id = t.id;
  update transfers set state = new_state, updated_at = now(),
      reason = t.reason, reason_code = t.reason_code, note = t.note, note_code = t.note_code,
      failing_since = t.failing_since, retry_at = t.retry_at, tries = t.tries, hold_requested = t.hold_requested,
      waits_for = t.waits_for, waiting_since = t.waiting_since,
      paying_chain_id = t.paying_chain_id, token_name = t.token_name, origin_decimals = t.origin_decimals,
      recipient = t.recipient, gas_fee = t.gas_fee, bridge_fee = t.bridge_fee, net_amount = t.net_amount,
      receive_amount = t.receive_amount, settled_hash = t.settled_hash, settled_amount = t.settled_amount
    where id = t.id;
end
$$;

-- The terms of a transfer whose deposit is paid back.
create function with_refund_terms(inout t transfers, d deposits, k supported_tokens) language plpgsql as $$
begin
  t.paying_chain_id := d.chain_id;
  -- What the service has named stays: receipts and the export show the amount with these decimals.
  t.token_name := coalesce(t.token_name, k.name);
  t.origin_decimals := coalesce(t.origin_decimals, k.decimals);
  -- A refund has none of the payout's terms.
  t.recipient := null;
  t.gas_fee := null;
  t.bridge_fee := null;
  t.net_amount := null;
  t.receive_amount := null;
end
$$;

-- The parameter cancel of hold and retry: an empty transaction replaces the signed payment of the transfer, and with it those of
-- the other transfers at its nonce. Returns null where no payment can take effect. It locks no transfer, because a settling worker
-- locks its send first, too.
create function cancel_payment(o orders, then_hold boolean) returns sends language plpgsql as $$
declare
  cancelled sends;
begin
  if o.parameters ->> 'cancel' = 'true' then
    update sends s
      set cancel_requested_at = coalesce(cancel_requested_at, now()), cancel_then_hold = then_hold
      from obligations b
      where b.transfer_id = o.subject and b.state = 'live' and s.state in ('open', 'mined')
        and (s.chain_id, s.address, s.nonce) = (b.chain_id, b.address, b.nonce)
      returning s.* into cancelled;
  end if;
  return cancelled;
end
$$;

create function describe_cancel(inout o orders, cancelled sends) language plpgsql as $$
begin
  o.transfers := array(
    select transfer_id from obligations
    where (chain_id, address, nonce) = (cancelled.chain_id, cancelled.address, cancelled.nonce) and state = 'live' order by item);
  o.detail := format('an empty transaction replaces the one at nonce %s on chain:%s; if the chain takes it, its transfers are %s',
    cancelled.nonce, cancelled.chain_id, case when cancelled.cancel_then_hold then 'held' else 'paid with a new nonce' end);
end
$$;

-- Without a signed payment, there is nothing to cancel, and the transfer is held at once.
create function order_hold(inout o orders) language plpgsql as $$
declare
  t transfers;
  cancelled sends := cancel_payment(o, true);
begin
  if cancelled.nonce is not null then
    o := describe_cancel(o, cancelled);
    return;
  end if;
  t := lock_transfer(o);
  if t.state in ('seen', 'confirmed', 'signed', 'broadcast', 'rejected', 'refunding')
    and exists (select from obligations where transfer_id = t.id and state <> 'void')
  then
    update transfers set hold_requested = true where id = t.id;
    o.detail := format('it is %s and its payment can take effect; it is held if that payment fails ("hold --cancel" also stops the payment)', t.state);
  elsif t.state in ('seen', 'confirmed', 'rejected', 'refunding') then
    -- A started refund keeps the reason that its receipt has answered.
    if t.state <> 'refunding' or t.reason is null then
      t.reason := 'the operator is reviewing it';
      t.reason_code := 'operator_review';
    end if;
    t.note := null;
    t.note_code := null;
    t.failing_since := null;
    t.retry_at := null;
    perform store_transfer(t, case t.state when 'refunding' then 'refundHeld' else 'held' end, 'stopped');
    o.detail := format('it was %s and is held now', t.state);
  else
    perform refuse_state(t, 'held');
  end if;
end
$$;

create function order_retry(inout o orders) language plpgsql as $$
declare
  t transfers;
  cancelled sends := cancel_payment(o, false);
begin
  if cancelled.nonce is not null then
    o := describe_cancel(o, cancelled);
    return;
  end if;
  t := lock_transfer(o);
  if o.parameters ->> 'cancel' = 'true' then
    raise exception 'Transfer % has no signed payment that can take effect, so there is nothing to cancel. Leave --cancel out.', t.id
      using errcode = 'CW002';
  end if;
  if t.state in ('seen', 'confirmed', 'rejected', 'refunding') then
    update transfers set retry_at = null, failing_since = null, updated_at = now() where id = t.id;
    o.detail := format('it is %s, and its next try is due now', t.state);
    return;
  elsif t.state not in ('held', 'refundHeld') then
    perform refuse_state(t, 'retried');
  end if;
  perform refuse_bound(t);
  perform limit_amount(o, t);
  t := without_delays(t);
  if t.state = 'refundHeld' then
    perform store_transfer(t, 'refunding', 'refundOrdered');
    o.detail := 'its refund was held, and is due again';
    return;
  end if;
  t.reason := null;
  t.reason_code := null;
  -- A transfer keeps its first decision: a second one could pay less than was quoted.
  if t.receive_amount is null then
    perform store_transfer(t, 'seen', 'retried');
    o.detail := 'it was held, and the service decides it again';
  else
    perform store_transfer(t, 'confirmed', 'payoutResumed');
    o.detail := 'it was held, and its payout is due';
  end if;
end
$$;

create function order_refund(inout o orders) language plpgsql as $$
declare
  t transfers := lock_transfer(o);
  d deposits;
  k supported_tokens;
begin
  if t.state not in ('held', 'confirmed', 'refundHeld') then
    perform refuse_state(t, 'refunded');
  end if;
  perform refuse_bound(t);
  select * into d from deposits where id = t.id;
  select * into k from supported_tokens where chain_id = d.chain_id and token = d.token;
  if not found then
    raise exception 'Transfer % is a deposit of token % on chain %, which the configuration does not have. Add it to the configuration, or pay the sender back by hand.',
      t.id, d.token, d.chain_id using errcode = 'CW002';
  elsif not d.funded then
    raise exception 'The deposit of transfer % did not arrive in full, so a refund would pay back more than the bridge got.', t.id
      using errcode = 'CW002';
  end if;
  perform limit_amount(o, t);
  t := without_delays(t);
  -- A held transfer keeps its reason, except the one of an operator's hold: the review is over.
  if t.state = 'confirmed' or t.reason is null or t.reason_code = 'operator_review' then
    t.reason := 'the operator decided to refund it';
    t.reason_code := 'operator_refund';
  end if;
  t := with_refund_terms(t, d, k);
  perform store_transfer(t, case t.state when 'refundHeld' then 'refunding' else 'rejected' end, 'refundOrdered');
  o.detail := format('it was %s, and its refund on %s is due', t.state, t.origin_chain_name);
end
$$;

create function order_close(inout o orders) language plpgsql as $$
declare
  t transfers := lock_transfer(o);
  is_owed boolean;
begin
  if t.state not in ('held', 'refundHeld') then
    perform refuse_state(t, 'closed');
  end if;
  perform refuse_bound(t);
  if not exists (select from supported_tokens) then
    raise exception 'The database does not know the configured tokens yet, so it cannot tell what is owed. Start a worker first.'
      using errcode = 'CW002';
  end if;
  is_owed := exists (
    select from deposits d join supported_tokens using (chain_id, token) where d.id = t.id and d.funded);
  if is_owed and t.state = 'held' then
    raise exception 'Transfer % is a deposit of a token that the bridge supports, so its sender is owed the money. Use "retry" or "refund".', t.id
      using errcode = 'CW002';
  elsif is_owed then
    -- The gas of failed refunds can use up a deposit, so a held refund can be closed. One operator alone could make each refund
    -- fail, and close it.
    perform require_second_operator(o, describe_transfer(o, t));
  end if;
  t.note := null;
  t.note_code := null;
  perform store_transfer(t, 'closed', 'closed');
  o.detail := 'it was held and is closed now; nothing is paid for it';
end
$$;
