-- Events that must never happen. The rows stay, so the counts survive restarts and include all processes.
create table incidents (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  chain_id bigint,
  transfer_id text references transfers,
  detail text not null
);
create index incidents_by_kind on incidents (kind, at);

create trigger incidents_append_only before update or delete on incidents
  for each row execute function refuse_change();
