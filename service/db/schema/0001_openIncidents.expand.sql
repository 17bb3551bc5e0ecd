-- How many incidents of each kind no operator has announced or resolved, for the metrics. It runs with the rights of the owner, because
-- the worker and the API read no orders.
create function count_open_incidents() returns table (kind text, number double precision)
  language sql stable security definer set search_path = public, pg_temp as $$
  select i.kind, count(*)::float8 from incidents i
  where i.announced_by is null and not exists (
    select from orders where action = 'resolve' and subject = 'incident:' || i.id and applied_at is not null)
  group by i.kind
$$;
