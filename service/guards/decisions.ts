import type { Hash } from 'viem';
import type { Queryable } from '../db/database.ts';

/** What a decision made of a transfer, or that its subject is paused. */
export const DECISION_STATES = ['held', 'refundHeld', 'closed', 'rejected', 'paused'] as const;

/** What a new database must know before its first payment and can't learn from a chain. */
export type Decision = {
  /** The id of a transfer, or the subject of a pause. */
  readonly subject: string;
  readonly state: (typeof DECISION_STATES)[number];
  /** The transfer's origin chain, and its deposit's transaction and block; null for a pause. */
  readonly chainId: number | null;
  readonly depositHash: Hash | null;
  readonly blockNumber: bigint | null;
  /** What the receipt says; null for a pause. */
  readonly reason: string | null;
  readonly reasonCode: string | null;
  /** Who decided: the service, if no operator gave an order. */
  readonly who: string;
  readonly why: string;
};

// A transfer that an operator wants held if its payment fails counts as held. A due refund counts as rejected.
const STATE = `case
  when t.state in ('held', 'refundHeld', 'closed') then t.state
  when t.state in ('rejected', 'refunding') then case when t.hold_requested then 'refundHeld' else 'rejected' end
  when t.hold_requested then 'held' end`;

/** Reads what operators and the service have held, closed, refunded and paused, as long as nothing was paid for it. */
export function readDecisions(database: Queryable): Promise<readonly Decision[]> {
  return database.query<Decision>(
    `select t.id as subject, ${STATE} as state, d.chain_id, d.tx_hash as deposit_hash, d.block_number,
       coalesce(t.reason, 'the operator is reviewing it') as reason, coalesce(t.reason_code, 'operator_review') as reason_code,
       coalesce(o.who, 'the service') as who, coalesce(o.why, t.reason, 'no reason is stored') as why
     from transfers t join deposits d using (id) left join lateral (
       select who, why from orders where transfers @> array[t.id] and applied_at is not null
       order by applied_at desc, id desc limit 1) o on true
     where t.state not in ('delivered', 'refunded', 'unseen') and ${STATE} is not null
     union all
     select subject, 'paused', null, null, null, null, null, who, why from pauses
     order by block_number, subject`,
  );
}
