-- A nonce that a transaction from elsewhere has used for good: nothing that was signed for it can happen any more. Which
-- transaction that was is not always known.
alter table sends drop constraint sends_state_check;
alter table sends add constraint sends_state_check
  check (state in ('open', 'mined', 'succeeded', 'reverted', 'cancelled', 'displaced'));
alter table sends drop constraint sends_check;
alter table sends add constraint sends_check check ((state in ('open', 'displaced')) = (mined_hash is null));
