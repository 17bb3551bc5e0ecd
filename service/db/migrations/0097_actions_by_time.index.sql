-- The deferred triggers look for the record of a change by its time.
drop index concurrently if exists operator_actions_by_time;
create index concurrently operator_actions_by_time on operator_actions (at);
