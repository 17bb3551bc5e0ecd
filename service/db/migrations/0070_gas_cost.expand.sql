-- What the final transaction of a nonce cost its sender, in wei, and the price of the native token then, with 18 decimals.
-- Null where the cost is not known: the nonce is open, another transaction used it, or an earlier version settled it.
alter table sends add column gas_cost numeric(78,0) check (gas_cost >= 0);
alter table sends add column native_price numeric(78,0) check (native_price >= 0);
