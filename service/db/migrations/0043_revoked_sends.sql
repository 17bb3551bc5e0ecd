-- The sender is a former hot wallet that is no payer of the vaults any more, so no attempt at the nonce can pay. The nonce itself
-- can still be used.
alter table sends drop constraint sends_state_check;
alter table sends add constraint sends_state_check
  check (state in ('open', 'mined', 'succeeded', 'reverted', 'cancelled', 'displaced', 'revoked'));
alter table sends drop constraint sends_check;
alter table sends add constraint sends_check
  check ((state in ('open', 'displaced', 'revoked')) = (mined_hash is null));
