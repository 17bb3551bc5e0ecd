-- GAS DROPS: native tokens that a payout brings for gas, in wei. The target of a deposit says how much.

-- The price of one native token, in base units of the origin token. Null where the route offers no gas drop, and in schedules of
-- earlier versions.
alter table fee_schedules add column native_price numeric(78,0) check (native_price > 0);
alter table obligations add column gas_drop numeric(78,0) not null default 0 check (gas_drop >= 0);

-- What payments take from the vaults, by token: a gas drop is of the native token, and has its own row.
create view outgoing with (security_invoker = true) as
  select transfer_id, kind, chain_id, address, nonce, item, token, recipient, amount, state, created_at from obligations
  union all
  select transfer_id, kind, chain_id, address, nonce, item, '0x0000000000000000000000000000000000000000', recipient, gas_drop, state,
    created_at from obligations where gas_drop > 0;

-- The gas drop that a target of a deposit asks for, as shared/gasDrop.ts reads it.
create function gas_drop_of(target text) returns numeric language sql immutable parallel safe as $$
  select case when octet_length(target) <= 64
    then coalesce(substring(target from '^0[xX][0-9a-fA-F]{40}\+gas:([1-9][0-9]*)$')::numeric, 0) else 0 end
$$;
