import type { Address } from 'viem';
import type { OpenTransfers } from '../domain/claims.ts';
import type { Queryable } from './database.ts';

type Row = Omit<OpenTransfers, 'payout'> & {
  readonly destinationToken: Address | null;
  readonly receiveAmount: bigint | null;
};

/**
 * The transfers that can still be paid or refunded, held ones too, by token, chains and decision. The condition is that of the
 * index of unfinished transfers.
 */
export async function readOpenTransfers(database: Queryable): Promise<readonly OpenTransfers[]> {
  const rows = await database.query<Row>(
    `select d.chain_id as origin_chain_id, d.token, d.destination as destination_id, t.destination_token,
       sum(d.amount)::numeric(78,0) as amount, sum(t.receive_amount)::numeric(78,0) as receive_amount
     from transfers t join deposits d on d.id = t.id
     where t.state not in ('delivered', 'refunded', 'closed', 'unseen')
     group by d.chain_id, d.token, d.destination, t.destination_token, t.receive_amount is null`,
  );
  return rows.map(({ destinationToken, receiveAmount, ...one }) => ({
    ...one,
    payout:
      destinationToken !== null && receiveAmount !== null ? { token: destinationToken, amount: receiveAmount } : null,
  }));
}
