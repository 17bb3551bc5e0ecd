-- Differences of the books that operators have examined and explained. The comparison itself stays, and each later one counts for
-- itself.
create table book_explanations (
  reading_id bigint primary key references book_readings,
  at timestamptz not null default now(),
  -- the role that PostgreSQL authenticated
  role text not null default session_user,
  who text not null check (who <> ''),
  why text not null check (why <> '')
);
create trigger book_explanations_append_only before update or delete on book_explanations
  for each row execute function refuse_change();

-- Whether a comparison found a fault. Two transactions that cancel each other are one too, although their difference is 0.
create function differs(reading book_readings) returns boolean language sql immutable as $$
  select coalesce(reading.difference <> 0 or reading.report::jsonb -> 'mismatches' <> '[]'::jsonb, false)
$$;

create function guard_explanation() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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
create trigger book_explanations_guard before insert on book_explanations
  for each row execute function guard_explanation();

create function require_explain_record() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if is_operator_session() and not has_action(array['explain'], 'difference:' || new.reading_id) then
    raise exception 'an explanation needs its record in the same transaction' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
create constraint trigger book_explanations_action after insert on book_explanations deferrable initially deferred
  for each row execute function require_explain_record();
