-- For the export of a period, in the order of its rows.
drop index concurrently if exists deposits_by_time;
create index concurrently deposits_by_time on deposits (block_time, id);
