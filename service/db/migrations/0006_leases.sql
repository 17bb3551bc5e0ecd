-- The process that runs a worker now. Leases only prevent duplicate work; correctness does not depend on them.
create table leases (
  name text primary key,
  holder text not null,
  until timestamptz not null
);
