-- Taken by each transaction that stores flows, tests the bounds, or ends a stop or a pause, before it reads anything. Without it the
-- worker could decide by flows that an operator's resume has just settled, and stop the payments again; and a resume could delete
-- the pause of a stop that it does not see yet. It never has a row: the lock is that of the table, and who may not update the table
-- cannot take it.
create table breaker_lock (taken boolean);

-- When the row was stored, under the lock: a stop knows exactly the rows that are older than it. Null for rows of an earlier version.
alter table flows add column stored_at timestamptz;

-- A session that does without the operator's commands takes the lock here.
create or replace function guard_trip() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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

create or replace function guard_pause() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  lock table breaker_lock in share row exclusive mode;
  if exists (select from breaker_trips where subject = old.subject and resumed_at is null) then
    raise exception 'the circuit breaker has stopped %', old.subject;
  end if;
  return old;
end
$$;
