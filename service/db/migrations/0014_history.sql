-- What an operator asks of finished transfers, so that years of them are never read from one end to the other.
create index transfers_finished on transfers (state, created_at) where state in ('delivered', 'refunded');
-- The others of a transfer's payments are in obligations_one_per_transfer; these are few.
create index obligations_void on obligations (transfer_id) where state = 'void';
