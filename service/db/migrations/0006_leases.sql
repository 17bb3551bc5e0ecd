-- Which process takes the turns of a worker. Nothing depends on it but how much is done in vain.
create table leases (
  name text primary key,
  holder text not null,
  until timestamptz not null
);
