-- The time of the block of the payment, for receipts and for the usual duration of a transfer. Where it is not known, the time
-- of the last change stands in for it.
alter table transfers add column settled_at timestamptz;
