import type { Address, Hash } from 'viem';
import type { BreakerBounds } from '../boot/model/catalog.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { Direction, Flow, UnitPrice } from './model/breaker.ts';
import { DIRECTIONS } from './model/breaker.ts';
import { EVERYTHING } from './model/pauses.ts';

/**
 * Lets one transaction at a time store flows, test the limits, or end a stop. Take it before the first read: which
 * flows count depends on the newest ended stop, so a resume between the read and the write would be undone. To prevent
 * deadlocks, these transactions lock no sender, send, chain or transfer.
 */
export async function lockBreaker(transaction: Transaction): Promise<void> {
  await transaction.query('lock table breaker_lock in share row exclusive mode');
}

/** How far a chain's events were read for the circuit breaker; null before the first read. */
export type FlowReading = { readonly readTo: bigint | null };

export async function readFlowReading(database: Queryable, chainId: number): Promise<FlowReading> {
  const [row] = await database.query<FlowReading>('select read_to from flow_readings where chain_id = $1', [chainId]);
  return row ?? { readTo: null };
}

/** What an event shows. */
export type BlockFlow = {
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  readonly direction: Direction;
  /** The deposit's id, also of a payment for it. */
  readonly id: Hash;
  readonly token: Address;
  readonly amount: bigint;
  /** The time of the block. */
  readonly at: Date;
};

export type FlowMove = {
  readonly chainId: number;
  readonly from: bigint | null;
  readonly range: { readonly from: bigint; readonly to: bigint };
  readonly confirmedTo: bigint;
  /** Whether the range ends at the newest block. */
  readonly isComplete: boolean;
  /** The events of the range. They replace what is stored for it: a reorg can have removed a block. */
  readonly flows: readonly BlockFlow[];
};

/**
 * Moves a chain's read position.
 * @returns false if another process has moved it meanwhile
 */
async function moveReading(transaction: Transaction, move: FlowMove): Promise<boolean> {
  const { chainId, from, range, confirmedTo, isComplete } = move;
  const rows =
    from === null
      ? await transaction.query(
          `insert into flow_readings (chain_id, read_to, confirmed_to, payments_after, read_at)
           values ($1, $2, $3, $2, case when $4 then now() else '-infinity'::timestamptz end)
           on conflict (chain_id) do nothing returning chain_id`,
          [chainId, range.to, confirmedTo, isComplete],
        )
      : await transaction.query(
          `update flow_readings set read_to = greatest(read_to, $2), confirmed_to = greatest(confirmed_to, $3),
             read_at = case when $4 then now() else read_at end
           where chain_id = $1 and read_to = $5 returning chain_id`,
          [chainId, range.to, confirmedTo, isComplete, from],
        );
  return rows.length === 1;
}

/**
 * Stores a read of a chain's events.
 * @returns false if another process has moved the read position meanwhile
 */
export async function storeFlows(transaction: Transaction, move: FlowMove): Promise<boolean> {
  await lockBreaker(transaction);
  if (!(await moveReading(transaction, move))) return false;
  const { chainId, range, flows } = move;
  await transaction.query(
    'delete from flows where chain_id = $1 and block_number between $2 and $3 and block_hash <> all($4::text[])',
    [chainId, range.from, range.to, flows.map(({ blockHash }) => blockHash)],
  );
  await transaction.query(
    // first_read_at is the start of the transaction, like read_at: a stop can have been stored since, without this row.
    `insert into flows (chain_id, block_number, block_hash, direction, id, token, amount, at, stored_at)
     select $1, e.block_number, e.block_hash, e.direction, e.id, e.token, sum(e.amount), least(now(), min(e.at)),
       clock_timestamp()
     from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::timestamptz[])
       as e (block_number, block_hash, direction, id, token, amount, at)
     where e.direction = 'in'
        or e.block_number > (select payments_after from flow_readings where chain_id = $1)
     group by e.block_number, e.block_hash, e.direction, e.id, e.token
     on conflict (chain_id, block_number, block_hash, direction, id, token) do update set amount = excluded.amount`,
    [
      chainId,
      flows.map(({ blockNumber }) => String(blockNumber)),
      flows.map(({ blockHash }) => blockHash),
      flows.map(({ direction }) => direction),
      flows.map(({ id }) => id),
      flows.map(({ token }) => token),
      flows.map(({ amount }) => String(amount)),
      flows.map(({ at }) => at.toISOString()),
    ],
  );
  return true;
}

// A slow chain's last blocks are read again. What was deleted then comes back, and must not cover another payment.
const KEEP_SECONDS = 86_400;

/** Deletes each payment that left the window a day ago, with its deposit. An unpaid deposit stays. */
export async function pruneFlows(database: Queryable, windowSeconds: number): Promise<void> {
  await database.query(
    `with old as (
       delete from flows where direction = 'out' and at < now() - $1::int * interval '1 second' returning id
     )
     delete from flows where direction = 'in' and id in (select id from old)`,
    [windowSeconds + KEEP_SECONDS],
  );
}

export type UncoveredQuery = Pick<BreakerBounds, 'windowSeconds' | 'maxReadAgeSeconds'> & {
  readonly prices: readonly UnitPrice[];
};

// $1 is the window. After an operator has ended a stop, everything stored before the stop is known.
const COUNTS = `f.at > now() - $1::int * interval '1 second'
  and coalesce(f.stored_at, f.first_read_at) > coalesce(
    (select max(at) from breaker_trips where resumed_at is not null), '-infinity')`;

/**
 * The flows in a window that count, by their block times. The query names the directions because the index begins with
 * them: otherwise each read would scan every deposit that was never paid.
 */
export function readFlows(
  database: Queryable,
  { windowSeconds }: Pick<BreakerBounds, 'windowSeconds'>,
  directions: readonly Direction[] = DIRECTIONS,
): Promise<readonly Flow[]> {
  return database.query<Flow>(
    `select f.chain_id, f.direction, f.token, sum(f.amount)::numeric(78,0) as amount
     from flows f join flow_readings r using (chain_id)
     where f.direction = any($2::text[]) and ${COUNTS} and (f.direction = 'out' or f.block_number <= r.confirmed_to)
     group by f.chain_id, f.direction, f.token`,
    [windowSeconds, directions],
  );
}

/**
 * The value of a window's payments that their own deposits don't cover, however old these deposits are. A payment
 * counts once every chain was read after it: before that, its deposit may be unread. A chain that was not read for
 * `maxReadAgeSeconds` is not waited for, because payments for its deposits wait.
 * @returns null if a payment has a token without a price
 */
export async function readUncovered(
  database: Queryable,
  { windowSeconds, maxReadAgeSeconds, prices }: UncoveredQuery,
): Promise<bigint | null> {
  const [row] = await database.query<{ readonly isKnown: boolean; readonly value: bigint }>(
    `with prices as (
       select * from unnest($3::bigint[], $4::text[], $5::numeric[], $6::numeric[]) as p (chain_id, token, price, unit)
     ), recent as (
       select distinct f.id from flows f
       where f.direction = 'out' and ${COUNTS}
         and f.first_read_at <= coalesce((select min(read_at) from flow_readings
           where read_at > now() - $2::int * interval '1 second'), now())
     ), paid as (
       select f.id, bool_or(p.price is null and ${COUNTS}) as is_unknown,
         sum(div(f.amount * p.price + p.unit - 1, p.unit)) as total,
         sum(div(f.amount * p.price + p.unit - 1, p.unit)) filter (where ${COUNTS}) as counting
       from recent join flows f using (id) left join prices p on p.chain_id = f.chain_id and p.token = f.token
       where f.direction = 'out' group by f.id
     ), brought as (
       select f.id, sum(div(f.amount * p.price + p.unit - 1, p.unit)) as total
       from recent join flows f using (id) join prices p on p.chain_id = f.chain_id and p.token = f.token
         join flow_readings r on r.chain_id = f.chain_id
       where f.direction = 'in' and f.block_number <= r.confirmed_to group by f.id
     )
     select coalesce(bool_and(not paid.is_unknown), true) as is_known,
       coalesce(sum(least(paid.counting, greatest(0, paid.total - coalesce(brought.total, 0)))), 0)::numeric(78,0) as value
     from paid left join brought using (id)`,
    [
      windowSeconds,
      maxReadAgeSeconds,
      prices.map(({ chainId }) => String(chainId)),
      prices.map(({ token }) => token),
      prices.map(({ price }) => String(price)),
      prices.map(({ unit }) => String(unit)),
    ],
  );
  return row?.isKnown ? row.value : null;
}

/** Whether a chain's events have not been read for so long that its payments must wait. */
export async function isUnread(database: Queryable, chainId: number, maxAgeSeconds: number): Promise<boolean> {
  const rows = await database.query(
    "select 1 from flow_readings where chain_id = $1 and read_at > now() - $2::int * interval '1 second'",
    [chainId, maxAgeSeconds],
  );
  return rows.length === 0;
}

/**
 * Stores a stop of everything, under the lock.
 * @returns false while an earlier stop has not ended
 */
export async function insertTrip(transaction: Transaction, detail: string): Promise<boolean> {
  const rows = await transaction.query(
    // Under the lock, every row it counted is older, and every other row is newer.
    `insert into breaker_trips (at, subject, detail) values (clock_timestamp(), $1, $2)
     on conflict (subject) where resumed_at is null do nothing returning id`,
    [EVERYTHING, detail],
  );
  return rows.length === 1;
}
