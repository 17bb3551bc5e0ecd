-- A payment's clock starts with its first wait, which can be a wait for nothing that the metrics name, such as a pause. The check of
-- 0040 demanded both columns or neither, so every stored row satisfies the weaker one: it is not read again.
alter table transfers drop constraint transfers_check5;
alter table transfers add constraint transfers_wait_check check (waits_for is null or waiting_since is not null) not valid;
