-- A change by an operator is stored only together with its record in operator_actions, which has the authenticated role and the
-- database's time. The triggers run at the commit, because the commands store the record last.

-- Whether this session has recorded one of these actions in this transaction.
create function has_action(names text[], wanted_subject text) returns boolean language sql stable
  set search_path = public, pg_temp as $$
  select exists (select from operator_actions a where a.at = now() and a.role = session_user
    and a.action = any (names) and (wanted_subject is null or a.subject = wanted_subject))
$$;

create function require_action() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() and not has_action(tg_argv, null) then
    raise exception 'a change of % needs its record in the same transaction', tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
create constraint trigger sends_action after update on sends deferrable initially deferred for each row
  when (session_user <> 'causeway_worker') execute function require_action('cancel', 'unhalt');
create constraint trigger senders_action after update on senders deferrable initially deferred for each row
  when (session_user <> 'causeway_worker') execute function require_action('unhalt');
create constraint trigger chains_action after update on chains deferrable initially deferred for each row
  when (session_user <> 'causeway_worker') execute function require_action('reread');
create constraint trigger breaker_trips_action after update on breaker_trips deferrable initially deferred for each row
  execute function require_action('resume');
create constraint trigger spam_tokens_action after insert or delete on spam_tokens deferrable initially deferred
  for each row execute function require_action('spam', 'unspam');

create function require_pause_action() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() and not has_action(tg_argv, case tg_op when 'INSERT' then new.subject else old.subject end) then
    raise exception 'a pause needs its record in the same transaction' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
create constraint trigger pauses_begin after insert on pauses deferrable initially deferred for each row
  when (session_user <> 'causeway_worker') execute function require_pause_action('pause');
create constraint trigger pauses_end after delete on pauses deferrable initially deferred for each row
  execute function require_pause_action('resume');

create function require_transfer_record() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() and not (
    (exists (select from operator_actions where transfer_id = new.id and at = now() and role = session_user)
      -- The record of "spam" is one for all that is held of the token.
      or new.state = 'closed' and exists (
        select from deposits d join spam_tokens s using (chain_id, token) where d.id = new.id))
    and (old.state = new.state or exists (select from transfer_events e where e.transfer_id = new.id and e.at = now()
      and e.from_state = old.state and e.to_state = new.state)))
  then
    raise exception 'a change of transfer % needs its event and its record in the same transaction', new.id
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
create constraint trigger transfers_action after update on transfers deferrable initially deferred for each row
  when (session_user <> 'causeway_worker') execute function require_transfer_record();
