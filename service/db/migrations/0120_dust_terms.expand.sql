-- While a schedule is in force, a deposit below its minimum is dust if it is below dust_below, or if a refund at the gas price of
-- its block would use it up. A refund costs refund_cost at refund_gas_price. Amounts are base units of the origin token. Stored, because
-- two readings of a block must not differ when prices or the configuration change. Null for rows of an earlier version.
alter table fee_schedules
  add column dust_below numeric(78,0) check (dust_below >= 0),
  add column refund_cost numeric(78,0) check (refund_cost >= 0),
  add column refund_gas_price numeric(78,0) check (refund_gas_price > 0);
