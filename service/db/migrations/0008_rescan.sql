-- The second reading, which follows far behind the watcher, has read every block up to here.
alter table chains add column rescanned_to bigint;
