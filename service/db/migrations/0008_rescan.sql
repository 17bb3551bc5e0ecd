-- Every block up to here was read a second time, far behind the watcher.
alter table chains add column rescanned_to bigint;
