-- The newest block that a watcher has seen while it could read no logs up to it; null after a reading. It tells how many blocks wait.
-- Nothing counts confirmations or finality from it, because nobody has read the blocks before it.
alter table chains add column unread_head bigint;
