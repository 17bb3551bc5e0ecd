-- The newest block that a watcher has seen while it could read no logs up to it; null after a reading. It tells how many blocks wait.
-- Nothing counts confirmations or finality from it: the blocks before it were never read.
alter table chains add column unread_head bigint;
