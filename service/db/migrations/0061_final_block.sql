-- The newest final block of a chain whose finality is a tag: no number of confirmations gives it.
alter table chains add column final_block bigint;
