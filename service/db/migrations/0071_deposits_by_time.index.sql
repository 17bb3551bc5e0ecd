-- For the export of a period, in the order of its rows.
create index concurrently deposits_by_time on deposits (block_time, id);
