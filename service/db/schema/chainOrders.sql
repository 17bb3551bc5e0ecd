-- The orders for a chain, a pause, an incident and a difference of the books: unhalt, reread, pause, resume, announce and resolve
-- (orders.sql).

create function chain_of(subject text) returns bigint language sql immutable as $$
  select substring(subject from '^chain:(\d{1,15})$')::bigint
$$;

-- Does to a transfer what the former database says: held, refundHeld, closed, or rejected with its refund due. It changes nothing that
-- a vault has paid, and asks no vault: the worker does before it signs. Returns whether it changed the transfer.
create function adopt_decision(decision jsonb) returns boolean language plpgsql as $$
declare
  wanted text := decision ->> 'state';
  t transfers;
  d deposits;
  k supported_tokens;
begin
  select * into t from transfers where id = decision ->> 'subject' for update;
  if not found or t.state = 'unseen' then
    raise exception 'This database has not read the deposit of transfer % (%) in a block. Wait until causeway_unread_blocks{reader="watch"} is 0, then run the command again.',
      decision ->> 'subject', decision ->> 'deposit_hash' using errcode = 'CW002';
  elsif t.state = wanted or t.state in ('delivered', 'refunded', 'closed') then
    return false;
  elsif exists (select from obligations where transfer_id = t.id and state <> 'void') then
    -- A restored database: the payment can take effect.
    update transfers set hold_requested = true where id = t.id;
    return true;
  end if;
  t := without_delays(t);
  t.reason := decision ->> 'reason';
  t.reason_code := decision ->> 'reason_code';
  select * into d from deposits where id = t.id;
  if wanted in ('rejected', 'refundHeld') then
    select * into k from supported_tokens where chain_id = d.chain_id and token = d.token;
    if found and d.funded then
      t := with_refund_terms(t, d, k);
    else
      wanted := 'held';
    end if;
  end if;
  perform store_transfer(t, wanted, case wanted when 'rejected' then 'refundOrdered' when 'closed' then 'closed' else 'stopped' end,
    format('the former database %s it, by %s: %s', case decision ->> 'state' when 'closed' then 'closed' when 'rejected' then 'refunded'
      else 'held' end, decision ->> 'who', decision ->> 'why'));
  return true;
end
$$;

-- What operators decided with the former database. Without it a new one would pay what they have held, closed or refunded.
create function adopt_decisions(inout o orders) language plpgsql as $$
declare
  decision jsonb;
  changed integer := 0;
  paused integer := 0;
begin
  for decision in select * from jsonb_array_elements(o.parameters -> 'decisions') loop
    if decision ->> 'state' = 'paused' then
      insert into pauses (subject, who, why) values (decision ->> 'subject', decision ->> 'who', decision ->> 'why')
        on conflict (subject) do nothing;
      paused := paused + found::integer;
    elsif adopt_decision(decision) then
      changed := changed + 1;
      o.transfers := o.transfers || (decision ->> 'subject');
    end if;
  end loop;
  o.detail := format('%s; %s %s and %s %s as in the former database', o.detail, changed,
    case changed when 1 then 'transfer' else 'transfers' end, paused, case paused when 1 then 'pause' else 'pauses' end);
end
$$;

-- Ends the halt of a sender. The operator's program has asked every RPC about each nonce that the chain has used. The parameters are
-- the halt that it saw (address, reason, signedUpTo), the next nonce that is safe, and the nonces that a final transaction from
-- elsewhere has used, with the outcome of each of their payments: unpaid, paid, or other (the chain has a payment of the transfer
-- with another token or recipient). "decisions" are those of the former database, or "none".
create function order_unhalt(inout o orders) language plpgsql as $$
declare
  chain bigint := chain_of(o.subject);
  wallet text := o.parameters ->> 'address';
  next_safe bigint := (o.parameters ->> 'nextNonce')::bigint;
  halted senders;
  used record;
  payment record;
  step record;
  t transfers;
  explanation text;
begin
  -- A settling worker holds its send first, too.
  for used in select (f ->> 'nonce')::bigint as nonce from jsonb_array_elements(o.parameters -> 'displaced') f order by 1 loop
    perform from sends
      where chain_id = chain and address = wallet and nonce = used.nonce and state in ('open', 'mined') for update;
    if not found then
      raise exception 'Nonce % settled while this command read the chain. Run it again.', used.nonce using errcode = 'CW002';
    end if;
  end loop;
  select * into halted from senders where chain_id = chain and address = wallet for update;
  if halted.halted_reason is null or halted.halted_reason is distinct from o.parameters ->> 'reason'
    or halted.next_nonce is distinct from (o.parameters ->> 'signedUpTo')::bigint
    or next_safe is null or next_safe < halted.next_nonce
  then
    raise exception 'The halt of % changed while this command read the chain. Run it again.', o.subject using errcode = 'CW002';
  end if;
  perform refuse_changed(o);
  if not o.parameters ? 'decisions' and not exists (select from sends) then
    raise exception 'The halt stays, because this database has signed no payment yet: a new database would pay what operators have held, closed or refunded. Give --decisions with the file that "causeway export --of decisions --json" printed from the former database. Without a former database, give --decisions none.'
      using errcode = 'CW002';
  end if;
  perform require_second_operator(o, format('unhalt %s, halted because %s%s', o.subject, halted.halted_reason,
    case jsonb_typeof(o.parameters -> 'decisions')
      when 'array' then format('; decisions of the former database: %s', jsonb_array_length(o.parameters -> 'decisions'))
      when 'string' then '; without the decisions of a former database' else '' end));
  o.detail := format('it was halted because %s; the next nonce is %s', halted.halted_reason, next_safe);
  if jsonb_typeof(o.parameters -> 'decisions') = 'array' then
    o := adopt_decisions(o);
  end if;
  for used in
    select (f ->> 'nonce')::bigint as nonce, f -> 'payments' as payments
    from jsonb_array_elements(o.parameters -> 'displaced') f order by 1
  loop
    update sends set state = 'displaced', mined_hash = null, mined_block = null, mined_block_hash = null
      where chain_id = chain and address = wallet and nonce = used.nonce;
    for payment in
      select b.id, b.transfer_id, b.kind, f.finding ->> 'outcome' as outcome, f.finding ->> 'hash' as hash,
        (f.finding ->> 'amount')::numeric as amount
      from obligations b left join lateral (
        select finding from jsonb_array_elements(used.payments) finding
        where finding ->> 'transfer' = b.transfer_id limit 1) f on true
      where b.chain_id = chain and b.address = wallet and b.nonce = used.nonce and b.state = 'live' order by b.item
    loop
      explanation := format('a transaction from outside this database used nonce %s; the %s is ', used.nonce, payment.kind)
        || case payment.outcome
          when 'unpaid' then 'unpaid and due again'
          when 'paid' then 'already paid in ' || payment.hash
          when 'other' then format('replaced by a different payment in %s; compare it with "show" before you do anything else', payment.hash)
        end;
      if explanation is null then
        raise exception 'The payments at nonce % changed while this command read the chain. Run it again.', used.nonce
          using errcode = 'CW002';
      end if;
      select * into t from transfers where id = payment.transfer_id for update;
      t.note := null;
      t.note_code := null;
      if payment.outcome = 'unpaid' then
        update obligations set state = 'void' where id = payment.id;
        t.retry_at := null;
      elsif payment.outcome = 'paid' then
        update obligations set state = 'paid' where id = payment.id;
        t.settled_hash := payment.hash;
        t.settled_amount := payment.amount;
      else
        -- The obligation stays, so the service never pays this transfer again.
        insert into incidents (kind, chain_id, transfer_id, detail) values ('paymentUnproven', chain, t.id, explanation);
        t.reason := 'the chain has a payment of it that differs from the one that was due';
        t.reason_code := 'payment_differs';
      end if;
      -- Every other state stays: a transfer that is held has its payment settled, and nothing else.
      select to_state, cause into step from (values
        ('payout', 'unpaid', array['signed', 'broadcast'], 'confirmed', 'payoutReverted'),
        ('payout', 'paid', array['confirmed', 'signed', 'broadcast'], 'delivered', 'payoutDelivered'),
        ('payout', 'other', array['signed', 'broadcast'], 'held', 'heldBack'),
        ('refund', 'unpaid', array['refunding'], 'refunding', 'refundReverted'),
        ('refund', 'paid', array['rejected', 'refunding'], 'refunded', 'refundDelivered')
      ) as known (kind, outcome, from_states, to_state, cause)
      where kind = payment.kind and outcome = payment.outcome and t.state = any (from_states);
      if found then
        perform store_transfer(t, step.to_state, step.cause, explanation);
      end if;
      o.transfers := o.transfers || payment.transfer_id;
      o.detail := format('%s. Transfer %s: %s', o.detail, payment.transfer_id, explanation);
    end loop;
  end loop;
  update senders set halted_reason = null, next_nonce = next_safe where chain_id = chain and address = wallet;
end
$$;

-- Ends the stop of a rewritten chain and moves its cursors back. Parameters: the reason that the operator's program saw, the first block
-- to read, and the last block to keep (number, hash); without that one the watcher reads every block again.
create function order_reread(inout o orders) language plpgsql as $$
declare
  stopped chains;
  last_block bigint := (o.parameters -> 'last' ->> 'number')::bigint;
begin
  select * into stopped from chains where chain_id = chain_of(o.subject) for no key update;
  if stopped.rewritten_reason is null or stopped.rewritten_reason is distinct from o.parameters ->> 'reason' then
    raise exception 'The stop of % changed while this command read the chain. Run it again.', o.subject using errcode = 'CW002';
  elsif last_block >= coalesce(stopped.scanned_to, 0) then
    raise exception 'The service has read % only up to block %. Give the first block that was replaced, or an earlier one.',
      o.subject, stopped.scanned_to using errcode = 'CW002';
  end if;
  perform refuse_changed(o);
  perform require_second_operator(o, format('read %s again from block %s, stopped because %s', o.subject,
    o.parameters ->> 'from', stopped.rewritten_reason));
  update chains set rewritten_reason = null, version = version + 1, final_block = null,
      scanned_to = last_block, scanned_to_hash = o.parameters -> 'last' ->> 'hash',
      rescanned_to = case when last_block is not null then least(rescanned_to, last_block) end
    where chain_id = stopped.chain_id;
  -- They show that the chain was rewritten.
  delete from anchors where chain_id = stopped.chain_id;
  o.detail := format('it is read again from block %s; it was stopped because %s', o.parameters ->> 'from', stopped.rewritten_reason);
end
$$;

create function describe_pause(subject text) returns text language sql immutable as $$
  select case subject when 'all' then 'everything' else subject end
$$;

create function order_pause(inout o orders) language plpgsql as $$
begin
  insert into pauses (subject, who, why) values (o.subject, o.who, o.why) on conflict (subject) do nothing;
  if not found then
    raise exception 'The pause of % already exists. "list pauses" shows its author and reason.', describe_pause(o.subject) using errcode = 'CW002';
  end if;
  o.detail := 'it is paused';
end
$$;

create function order_resume(inout o orders) language plpgsql as $$
declare
  stop breaker_trips;
begin
  -- The worker can be storing a stop of the same subject.
  lock table breaker_lock in share row exclusive mode;
  perform refuse_changed(o);
  o.detail := 'its pause is over';
  select * into stop from breaker_trips where subject = o.subject and resumed_at is null;
  if found then
    perform require_second_operator(o, format('resume %s, which the circuit breaker stopped: %s', describe_pause(o.subject),
      stop.detail));
    update breaker_trips set resumed_at = now() where id = stop.id;
    o.detail := format('its pause is over. This also ends the stop of the circuit breaker: %s', stop.detail);
  end if;
  delete from pauses where subject = o.subject;
  if not found then
    raise exception 'There is no pause of %. "list pauses" lists every pause.', describe_pause(o.subject) using errcode = 'CW002';
  end if;
end
$$;

-- Whether a comparison found a fault. Two transactions that cancel each other are one too, although their difference is 0.
create function differs(reading book_readings) returns boolean language sql immutable as $$
  select coalesce(reading.difference <> 0 or reading.report::jsonb -> 'mismatches' <> '[]'::jsonb, false)
$$;

-- The order itself is the explanation. The comparison and the incident stay, and each later one counts for itself.
create function order_resolve(inout o orders) language plpgsql as $$
declare
  wanted bigint := substring(o.subject from '^(?:difference|incident):(\d{1,15})$')::bigint;
  incident incidents;
  reading book_readings;
  resolved orders;
begin
  if o.subject ^@ 'incident:' then
    select * into incident from incidents where id = wanted for no key update;
  else
    select * into reading from book_readings where id = wanted for no key update;
  end if;
  if incident.id is null and not coalesce(differs(reading), false) then
    raise exception 'There is no %. "list incidents" and "list differences" have the numbers.', o.subject using errcode = 'CW002';
  end if;
  select * into resolved from orders where action = 'resolve' and subject = o.subject and applied_at is not null;
  if found then
    raise exception '% is resolved already, by % (%): %', o.subject, resolved.who, resolved.role, resolved.why
      using errcode = 'CW002';
  end if;
  if incident.id is not null then
    o.detail := format('%s: %s', incident.kind, incident.detail);
    return;
  end if;
  o.detail := format('%s between the %s on chain:%s and the books, at block %s',
    describe_amount(reading.difference, reading.chain_id, reading.token),
    case reading.account when 'vault' then 'vaults' else 'hot wallet' end, reading.chain_id, reading.to_block);
  -- From then on a sweep counts a surplus as free.
  perform require_second_operator(o, format('resolve %s: %s', o.subject, o.detail));
end
$$;

-- Says that the owner or the guardian of a vault will do something on a chain. Parameters: the call, and for how many seconds it is
-- expected. It changes nothing but how its own incident is recorded (expect_incident in guards.sql).
create function order_announce(inout o orders) language plpgsql as $$
declare
  lasts interval := (o.parameters ->> 'seconds')::bigint * interval '1 second';
begin
  if chain_of(o.subject) is null or not exists (select from chains where chain_id = chain_of(o.subject)) then
    raise exception 'There is no %.', o.subject using errcode = 'CW002';
  elsif o.parameters ->> 'call' is null or lasts is null or lasts <= interval '0' or lasts > interval '7 days' then
    raise exception 'An announcement needs the call, and at most 7 days.' using errcode = 'CW002';
  end if;
  o.detail := format('%s is expected until %s', o.parameters ->> 'call',
    to_char((now() + lasts) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'));
end
$$;
