-- The withdrawals that owners of vaults have scheduled, so that no sweep counts on the same money twice.
create table scheduled_withdrawals (
  id bigint generated always as identity primary key,
  chain_id bigint not null references chains,
  vault text not null,
  token text not null,
  recipient text not null,
  -- the largest number means the whole balance at the execution
  amount numeric(78,0) not null,
  ready_at timestamptz not null,
  expires_at timestamptz not null,
  -- the block that executed or cancelled it, or changed the owner; null while it can be executed
  ended_block bigint
);
create index scheduled_withdrawals_open on scheduled_withdrawals (chain_id, expires_at) where ended_block is null;

-- Those announced before this table. An incident has the call as text, and a vault executes an action for seven days.
insert into scheduled_withdrawals (chain_id, vault, token, recipient, amount, ready_at, expires_at)
select chain_id, found[1], found[2], found[3], found[4]::numeric, found[5]::timestamptz,
  found[5]::timestamptz + interval '7 days'
from incidents, regexp_match(detail,
  'vault (0x[0-9a-fA-F]{40}) .* scheduled withdraw\((0x[0-9a-fA-F]{40}), (0x[0-9a-fA-F]{40}), (\d+)\); it can be executed from (\S+)$')
  as found
where kind = 'actionScheduled' and found is not null;
