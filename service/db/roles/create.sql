-- Creates the four roles of the service, without passwords. Run it once in the service's database, as an administrator:
--   psql -v ON_ERROR_STOP=1 -d causeway -f service/db/roles/create.sql
-- Then set the passwords with \password, and run: npm run migrate
do $$
declare
  role_name text;
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
end
$$;

revoke all on schema public from public;
grant usage on schema public to causeway_worker, causeway_api, causeway_operator;
-- Only this role can change the schema.
grant usage, create on schema public to causeway_migrate;

-- The API only reads. A session can lift this setting, but not the missing rights.
alter role causeway_api set default_transaction_read_only = on;
