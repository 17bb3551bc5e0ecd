-- The time of the block of the payment, for receipts and for the usual duration of a transfer. It is null where
-- the block is not known: readers then use the time of the last change.
alter table transfers add column settled_at timestamptz;
