-- The worker halts senders, stops chains, and settles payments. It takes nothing of that back: only a person ends a stop, and what
-- is settled stays so.
create function refuse_reversal() returns trigger language plpgsql as $$
begin
  raise exception 'the worker cannot take back a final state of %', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger senders_worker before update on senders for each row
  when (session_user = 'causeway_worker' and old.halted_reason is not null and new.halted_reason is null)
  execute function refuse_reversal();
create trigger chains_worker before update on chains for each row
  when (session_user = 'causeway_worker' and old.rewritten_reason is not null and new.rewritten_reason is null)
  execute function refuse_reversal();
create trigger obligations_worker before update on obligations for each row
  when (session_user = 'causeway_worker' and old.state <> 'live' and new.state <> old.state)
  execute function refuse_reversal();
create trigger sends_worker before update on sends for each row
  when (session_user = 'causeway_worker' and old.state not in ('open', 'mined') and new.state <> old.state)
  execute function refuse_reversal();
create trigger transfers_worker before update on transfers for each row
  when (session_user = 'causeway_worker' and old.state in ('delivered', 'refunded', 'closed') and new.state <> old.state)
  execute function refuse_reversal();
