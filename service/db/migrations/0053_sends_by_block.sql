-- The payments in blocks after the one at which a balance was read.
create index sends_by_block on sends (chain_id, mined_block) where mined_block is not null;
