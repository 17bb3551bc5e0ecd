-- Every vault that the service has worked with. It refuses to start without one that has deposits or payments.
create table vaults (
  chain_id bigint not null references chains,
  address text not null,
  primary key (chain_id, address)
);
alter table chains drop column payout_contract;

-- What the vault holds and allows, beside the free amount.
delete from liquidity;
alter table liquidity add column balance numeric(78,0) not null check (balance >= 0);
-- what the vault's window still allows
alter table liquidity add column spendable numeric(78,0) not null check (spendable >= 0);
alter table liquidity add column per_payment numeric(78,0) not null check (per_payment >= 0);

-- The hot wallet's gas and the state of the vault, as last read.
alter table chains add column gas_balance numeric(78,0);
alter table chains add column vault_paused boolean;
