-- For the operator's lists of finished transfers, without a scan of the whole table.
create index transfers_finished on transfers (state, created_at) where state in ('delivered', 'refunded');
-- Void payments are few. The index obligations_one_per_transfer has all others.
create index obligations_void on obligations (transfer_id) where state = 'void';
