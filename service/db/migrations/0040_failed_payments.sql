-- A refund that answered 909 and failed too often waits for an operator as `refundHeld`. An operator ends a transfer that
-- cannot be paid as `closed`.
alter table transfers drop constraint transfers_state_check;
alter table transfers add constraint transfers_state_check
  check (state in ('unseen', 'seen', 'confirmed', 'signed', 'broadcast', 'delivered',
                   'rejected', 'refunding', 'refunded', 'held', 'refundHeld', 'closed'));
alter table transfers add check (state not in ('refundHeld', 'closed') or reason is not null);

-- what the gas of failed payments cost, in the currency of the prices with 18 decimals; a refund is smaller by it
alter table transfers add column burnt_value numeric(78,0) not null default 0 check (burnt_value >= 0);
-- an operator wants the transfer held if the signed payment fails
alter table transfers add column hold_requested boolean not null default false;
-- what the payment waits for ('funds' or 'gas'), and since when
alter table transfers add column waits_for text;
alter table transfers add column waiting_since timestamptz;
alter table transfers add check ((waits_for is null) = (waiting_since is null));

drop index transfers_in_progress;
create index transfers_in_progress on transfers (state, created_at)
  where state not in ('delivered', 'refunded', 'closed', 'unseen');
drop index transfers_finished;
create index transfers_finished on transfers (state, created_at) where state in ('delivered', 'refunded', 'closed');

drop trigger transfers_tally on transfers;
create trigger transfers_tally after update of state on transfers for each row
  when (new.state in ('delivered', 'refunded', 'closed') and old.state <> new.state) execute function tally_transfer();
