-- The timestamp of the newest block that a watcher has seen. A chain whose blocks are old stands still, or its providers do.
alter table chains add column head_at timestamptz;
