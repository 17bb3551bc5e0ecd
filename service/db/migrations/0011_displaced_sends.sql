-- A final transaction from elsewhere used the nonce, so no attempt at it can be mined any more. The hash of that transaction
-- is not always known.
alter table sends drop constraint sends_state_check;
alter table sends add constraint sends_state_check
  check (state in ('open', 'mined', 'succeeded', 'reverted', 'cancelled', 'displaced'));
alter table sends drop constraint sends_check;
alter table sends add constraint sends_check check ((state in ('open', 'displaced')) = (mined_hash is null));
