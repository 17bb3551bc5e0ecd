-- Creates the four roles of the service, without passwords. Run it once in the service's database, as a superuser of the server:
--   psql -v ON_ERROR_STOP=1 -d causeway -f service/db/create.sql
-- Then set the passwords with \password, and run: npm run migrate
do $$
declare
  role_name text;
  database_name text;
begin
  foreach role_name in array array['causeway_migrate', 'causeway_worker', 'causeway_api', 'causeway_operator'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I login', role_name);
    end if;
    execute format('alter role %I nosuperuser nocreatedb nocreaterole noreplication nobypassrls', role_name);
  end loop;
  -- Every other role of the server loses its access, also the right to create temporary tables.
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to causeway_migrate, causeway_worker, causeway_api, causeway_operator',
                 current_database());
  -- In these two, a role could do what it must not do here.
  foreach database_name in array array['postgres', 'template1'] loop
    if database_name <> current_database() and has_database_privilege('public', database_name, 'connect') then
      execute format('revoke all on database %I from public', database_name);
    end if;
  end loop;
end
$$;

revoke all on schema public from public;
grant usage on schema public to causeway_worker, causeway_api, causeway_operator;
-- Only this role can change the schema.
grant usage, create on schema public to causeway_migrate;

-- The API only reads. A session can lift this setting, but not the missing rights.
alter role causeway_api set default_transaction_read_only = on;

-- A stolen password of the API must not stop the payments. The other roles keep the server's remaining connections.
alter role causeway_api connection limit 40;
-- Only a superuser can lift this setting. Without it, one large sort fills the disk.
alter role causeway_api set temp_file_limit = '256MB';

-- Every role may call these functions by default. They fill the disk, or the table of locks that all sessions share.
do $$
declare
  signature regprocedure;
begin
  for signature in
    select oid::regprocedure from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace
      and (proname ~ '^pg_(try_)?advisory_'
        or proname in ('lo_create', 'lo_creat', 'lo_from_bytea', 'lo_put', 'lowrite', 'pg_logical_emit_message'))
  loop
    execute format('revoke execute on function %s from public', signature);
  end loop;
end
$$;
-- Migrations that start together wait for each other.
grant execute on function pg_advisory_xact_lock(bigint) to causeway_migrate;
