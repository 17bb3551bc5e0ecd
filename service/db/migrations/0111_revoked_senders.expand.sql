-- A former hot wallet that no vault lets pay any more. The worker sets it once the removal is final: it may not end a halt
-- (migration 0099), but the halt of such a wallet warns of nothing and must not keep its chain closed. Signing ignores it, so it can
-- free no payment. A removed payer can never be added again, so nothing takes it back.
alter table senders add column revoked boolean not null default false;

create function guard_revoked() returns trigger language plpgsql as $$
begin
  raise exception 'a removed payer never pays again';
end
$$;
create trigger senders_revoked before update on senders for each row
  when (old.revoked and not new.revoked) execute function guard_revoked();
