-- Signed attempts and events never change. The triggers prevent it even if the service has a bug.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;

create trigger attempts_append_only before update or delete on attempts
  for each row execute function refuse_change();
create trigger transfer_events_append_only before update or delete on transfer_events
  for each row execute function refuse_change();
