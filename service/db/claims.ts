import type { Address } from 'viem';
import type { OpenTransfers } from '../domain/claims.ts';
import type { SeenOutflow } from '../domain/sweep.ts';
import type { Queryable } from './database.ts';

type Row = Omit<OpenTransfers, 'payout'> & {
  readonly destinationToken: Address | null;
  readonly receiveAmount: bigint | null;
};

/** What the events of a chain's vault show in its newest blocks. */
type SeenOutflows = { readonly chainId: number; readonly outflows: readonly SeenOutflow[] };

const NOTHING_SEEN: SeenOutflows = { chainId: 0, outflows: [] };

/**
 * The transfers that can still be paid or refunded, held ones too, by token, chains and decision. The condition is that of the
 * index of unfinished transfers.
 * @param seen leaves out the transfers whose signed payment the chain shows exactly: the vault pays no id twice
 */
export async function readOpenTransfers(
  database: Queryable,
  seen: SeenOutflows = NOTHING_SEEN,
): Promise<readonly OpenTransfers[]> {
  const payments = seen.outflows.flatMap(({ id, ...one }) => (id === null ? [] : [{ id, ...one }]));
  const rows = await database.query<Row>(
    `with made as (
       select o.transfer_id from obligations o
       join unnest($2::text[], $3::text[], $4::text[], $5::numeric[]) as p (id, token, recipient, amount)
         on p.id = o.transfer_id and p.token = o.token and p.recipient = o.recipient and p.amount = o.amount
       where o.state = 'live' and o.chain_id = $1)
     select d.chain_id as origin_chain_id, d.token, d.destination as destination_id, t.destination_token,
       sum(d.amount)::numeric(78,0) as amount, sum(t.receive_amount)::numeric(78,0) as receive_amount
     from transfers t join deposits d on d.id = t.id
     where t.state not in ('delivered', 'refunded', 'closed', 'unseen') and t.id not in (select transfer_id from made)
     group by d.chain_id, d.token, d.destination, t.destination_token, t.receive_amount is null`,
    [
      seen.chainId,
      payments.map(({ id }) => id),
      payments.map(({ token }) => token),
      payments.map(({ recipient }) => recipient),
      payments.map(({ amount }) => String(amount)),
    ],
  );
  return rows.map(({ destinationToken, receiveAmount, ...one }) => ({
    ...one,
    payout:
      destinationToken !== null && receiveAmount !== null ? { token: destinationToken, amount: receiveAmount } : null,
  }));
}
