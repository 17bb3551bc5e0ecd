-- The last block whose events of the vaults the service has read.
alter table chains add column vault_read_to bigint;
