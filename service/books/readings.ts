import type { Address, Hash } from 'viem';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import type { BlockRange } from '../chain/model/blockRange.ts';
import type { Queryable } from '../db/database.ts';
import type { SenderKey } from '../payments/model/payment.ts';
import type { BookedMoves, BookedPayment, Move, PaidMove } from './model/compareVault.ts';

type BooksQuery = {
  readonly chainId: number;
  readonly vaults: readonly Address[];
  readonly range: BlockRange;
  /** What the vaults paid in these blocks. */
  readonly paid: readonly PaidMove[];
};

/** A deposit, and its log's position in the block. */
export type BookedDeposit = Move & { readonly logIndex: number };

const HAS_NO_OBLIGATION = "not exists (select from obligations o where o.transfer_id = t.id and o.state <> 'void')";

type StoredMoves = Omit<BookedMoves, 'dust'> & { readonly deposits: readonly BookedDeposit[] };

/** Reads what the database says about a chain's vaults in a range of blocks. */
export async function readBookedMoves(
  database: Queryable,
  { chainId, vaults, range: { from, to }, paid }: BooksQuery,
): Promise<StoredMoves> {
  const deposits = await database.query<BookedDeposit & { readonly funded: boolean }>(
    `select tx_hash as hash, log_index, token, amount, funded from deposits
     where chain_id = $1 and block_number between $2 and $3 and maker = any($4) and canonical`,
    [chainId, from, to, vaults],
  );
  // A payment can be final on the chain before the service has settled it, so live payments count if the chain has
  // their id. Once settled, only the payment's own transaction counts: a stolen key can pay the id again from a retired
  // vault. A restored database has no obligation for a payment that it found on the chain. That payment counts up to
  // the deposit's amount: a stolen key can overpay an id.
  const payments = await database.query<BookedPayment>(
    `with paid as (select distinct * from unnest($4::text[], $5::text[]) as p (id, hash))
     select o.transfer_id as id, o.kind, o.token, o.recipient, o.amount, s.mined_hash as hash
     from sends s join outgoing o using (chain_id, address, nonce) join transfers t on t.id = o.transfer_id
     where s.chain_id = $1 and s.mined_block between $2 and $3 and o.state = 'paid' and o.transfer_id <> all($4)
       and t.settled_hash = s.mined_hash
     union all
     select o.transfer_id, o.kind, o.token, o.recipient, o.amount, p.hash
     from paid p join outgoing o on o.transfer_id = p.id join transfers t on t.id = p.id
     where o.chain_id = $1 and o.state <> 'void' and coalesce(t.settled_hash, p.hash) = p.hash
     union all
     select t.id, 'payout', t.destination_token, t.recipient,
       least(t.settled_amount, trunc(t.amount * power(10::numeric, t.destination_decimals - t.origin_decimals))), p.hash
     from paid p join transfers t using (id)
     where t.paying_chain_id = $1 and t.state = 'delivered' and t.settled_hash = p.hash and ${HAS_NO_OBLIGATION}
     union all
     select t.id, 'payout', $6, t.recipient, gas_drop_of(d.target), p.hash
     from paid p join transfers t using (id) join deposits d using (id)
     where t.paying_chain_id = $1 and t.state = 'delivered' and t.settled_hash = p.hash and gas_drop_of(d.target) > 0
       and ${HAS_NO_OBLIGATION}
     union all
     select t.id, 'refund', d.token, d.depositor, least(t.settled_amount, t.amount), p.hash
     from paid p join transfers t using (id) join deposits d using (id)
     where t.paying_chain_id = $1 and t.state = 'refunded' and t.settled_hash = p.hash and ${HAS_NO_OBLIGATION}`,
    [chainId, from, to, paid.map(({ id }) => id), paid.map(({ hash }) => hash), NATIVE_TOKEN_ADDRESS],
  );
  return {
    deposits: deposits.filter(({ funded }) => funded),
    shortDeposits: deposits.filter(({ funded }) => !funded).map(({ hash }) => hash),
    payments,
  };
}

/** A sender's transactions in a range of blocks, with their stored cost if there is one. */
export function readSendCosts(
  database: Queryable,
  { chainId, address }: SenderKey,
  { from, to }: BlockRange,
): Promise<readonly { readonly hash: Hash; readonly gasCost: bigint | null }[]> {
  return database.query(
    `select mined_hash as hash, gas_cost from sends
     where chain_id = $1 and address = $2 and mined_block between $3 and $4`,
    [chainId, address, from, to],
  );
}

/** The name of an account in the books of a chain. */
export type BookAccount = 'vault' | 'hotWallet';

/** A balance at the end of a final block, and its comparison with the books since the previous reading. */
export type BookReading = {
  readonly chainId: number;
  readonly account: BookAccount;
  readonly token: Address;
  /** The addresses whose balances were added up. */
  readonly addresses: string;
  /** Null for the first reading, which compares nothing. */
  readonly fromBlock: bigint | null;
  readonly toBlock: bigint;
  readonly closing: bigint;
  readonly difference: bigint | null;
  /** The comparison as JSON. */
  readonly report: string | null;
};

/** A stored reading and its age by the database's clock. */
export type StoredReading = Omit<BookReading, 'report'> & { readonly id: bigint; readonly ageSeconds: number };

export async function storeBookReadings(database: Queryable, readings: readonly BookReading[]): Promise<void> {
  for (const one of readings) {
    await database.query(
      `insert into book_readings (chain_id, account, token, addresses, from_block, to_block, closing, difference, report)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[one.chainId, one.account, one.token, one.addresses, one.fromBlock, one.toBlock, one.closing],
        ...[one.difference, one.report],
      ],
    );
  }
}

/** Each account's newest reading. */
export function readLatestReadings(database: Queryable): Promise<readonly StoredReading[]> {
  return database.query<StoredReading>(
    `select distinct on (chain_id, account, token) id, chain_id, account, token, addresses, from_block, to_block, closing,
       difference, greatest(0, extract(epoch from now() - at))::double precision as age_seconds
     from book_readings order by chain_id, account, token, id desc`,
  );
}

/** Why a difference in the books is not a fault, or how it was fixed. */
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

/** A comparison that found a fault in an account's books. Amounts are base units. */
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
  /** 0 if the transactions below cancel out. */
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

type DifferencePeriod = { readonly from: Date; readonly to: Date };

/** The subject of the order that resolves a difference. */
export function differenceSubject(id: bigint): string {
  return `difference:${id}`;
}

/** Every difference ever found, oldest first; with a period, those found from `from` on and before `to`. */
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
       on e.action = 'resolve' and e.subject = 'difference:' || r.id and e.applied_at is not null
     where differs(r) and r.at >= coalesce($1::timestamptz, '-infinity') and r.at < coalesce($2::timestamptz, 'infinity')
     order by r.id`,
    [period?.from ?? null, period?.to ?? null],
  );
  return rows.map(({ explainedAt, who, why, role, approvedBy, ...difference }) => ({
    ...difference,
    explanation: explainedAt && { at: explainedAt, who, why, role, approvedBy },
  }));
}
