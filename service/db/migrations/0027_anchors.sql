-- Blocks that a watcher has read: the newest one beyond the reorg window and the ones after it. A chain that lacks the first
-- one was rewritten deeper than the window.
create table anchors (
  chain_id bigint not null references chains (chain_id),
  number bigint not null,
  hash text not null,
  primary key (chain_id, number)
);
-- why the service has stopped reading, accepting and paying for the chain; an operator ends the stop
alter table chains add column rewritten_reason text;
