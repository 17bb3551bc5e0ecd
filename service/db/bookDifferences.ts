import type { Address } from 'viem';
import type { BookAccount } from './books.ts';
import type { Queryable } from './database.ts';

/** Why a difference of the books is no fault, or how it was mended. */
export type Explanation = {
  readonly at: Date;
  /** The name that the operator typed. */
  readonly who: string;
  readonly why: string;
  /** The authenticated role of the operator who explained the difference. */
  readonly role: string;
  /** The authenticated role of the second operator; null where the installation needs none. */
  readonly approvedBy: string | null;
};

/** A comparison of an account's balance with the books that found a fault. Amounts are base units. */
export type BookDifference = {
  readonly id: bigint;
  readonly at: Date;
  readonly chainId: number;
  readonly account: BookAccount;
  readonly token: Address;
  /** The comparison covers the blocks after this one. */
  readonly fromBlock: bigint;
  readonly toBlock: bigint;
  readonly closing: bigint;
  /** 0 where the transactions below cancel each other. */
  readonly difference: bigint;
  /** The transactions in which the books and the chain differ. */
  readonly mismatchCount: number;
  /** The dust that arrived; null for a hot wallet. */
  readonly dust: bigint | null;
  readonly explanation: Explanation | null;
};

type Row = Omit<BookDifference, 'explanation'> & {
  readonly explainedAt: Date | null;
  readonly who: string;
  readonly why: string;
  readonly role: string;
  readonly approvedBy: string | null;
};

export type DifferencePeriod = { readonly from: Date; readonly to: Date };

/** The subject of the order that explains a difference. */
export function differenceSubject(id: bigint): string {
  return `difference:${id}`;
}

/** Every difference that a comparison ever found, oldest first; with a period those of comparisons from `from` on and before `to`. */
export async function readDifferences(
  database: Queryable,
  period: DifferencePeriod | null = null,
): Promise<readonly BookDifference[]> {
  const rows = await database.query<Row>(
    `select r.id, r.at, r.chain_id, r.account, r.token, r.from_block, r.to_block, r.closing, r.difference,
       coalesce(jsonb_array_length(r.report::jsonb -> 'mismatches'), 0) as mismatch_count,
       (r.report::jsonb ->> 'dust')::numeric(78,0) as dust,
       e.applied_at as explained_at, e.who, e.why, e.role, e.approved_role as approved_by
     from book_readings r left join orders e
       on e.action = 'explain' and e.subject = 'difference:' || r.id and e.applied_at is not null
     where differs(r) and r.at >= coalesce($1::timestamptz, '-infinity') and r.at < coalesce($2::timestamptz, 'infinity')
     order by r.id`,
    [period?.from ?? null, period?.to ?? null],
  );
  return rows.map(({ explainedAt, who, why, role, approvedBy, ...difference }) => ({
    ...difference,
    explanation: explainedAt && { at: explainedAt, who, why, role, approvedBy },
  }));
}
