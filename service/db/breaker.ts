import type { Address, Hash } from 'viem';
import type { Direction, Flow, Trip } from '../domain/breaker.ts';
import { EVERYTHING } from '../domain/pauses.ts';
import type { Queryable, Transaction } from './database.ts';

/** How far the events of a chain were read for the circuit breaker; null before the first reading. */
export type FlowReading = { readonly readTo: bigint | null };

export async function readFlowReading(database: Queryable, chainId: number): Promise<FlowReading> {
  const [row] = await database.query<FlowReading>('select read_to from flow_readings where chain_id = $1', [chainId]);
  return row ?? { readTo: null };
}

/** What the events of one block show of one token. */
export type BlockFlow = {
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  readonly direction: Direction;
  readonly token: Address;
  readonly amount: bigint;
};

export type FlowMove = {
  readonly chainId: number;
  readonly from: bigint | null;
  readonly range: { readonly from: bigint; readonly to: bigint };
  readonly confirmedTo: bigint;
  /** Whether the range ends at the newest block. */
  readonly isComplete: boolean;
  /** The sums of the range. They replace what is stored of it: a reorg can have removed a block. */
  readonly flows: readonly BlockFlow[];
};

/** Moves the reading of a chain. @returns false if another process has moved it since */
async function moveReading(transaction: Transaction, move: FlowMove): Promise<boolean> {
  const { chainId, from, range, confirmedTo, isComplete } = move;
  const rows =
    from === null
      ? await transaction.query(
          `insert into flow_readings (chain_id, read_to, confirmed_to, read_at)
           values ($1, $2, $3, case when $4 then now() else '-infinity'::timestamptz end)
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

/** Stores a reading of a chain's events. @returns false if another process has moved the reading since */
export async function storeFlows(transaction: Transaction, move: FlowMove): Promise<boolean> {
  if (!(await moveReading(transaction, move))) return false;
  const { chainId, range, flows } = move;
  await transaction.query(
    'delete from flows where chain_id = $1 and block_number between $2 and $3 and block_hash <> all($4::text[])',
    [chainId, range.from, range.to, flows.map(({ blockHash }) => blockHash)],
  );
  await transaction.query(
    `insert into flows (chain_id, block_number, block_hash, direction, token, amount)
     select $1, r.* from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::numeric[]) as r
     on conflict (chain_id, block_number, block_hash, direction, token) do update set amount = excluded.amount`,
    [
      chainId,
      flows.map(({ blockNumber }) => String(blockNumber)),
      flows.map(({ blockHash }) => blockHash),
      flows.map(({ direction }) => direction),
      flows.map(({ token }) => token),
      flows.map(({ amount }) => String(amount)),
    ],
  );
  return true;
}

/** Deletes the sums that have left the window. */
export async function pruneFlows(database: Queryable, windowSeconds: number): Promise<void> {
  await database.query("delete from flows where at < now() - $1::int * interval '1 second'", [windowSeconds]);
}

/**
 * The flows of a window that count for a pause, by the database's clock. After a stop that an operator has ended they begin with
 * it: deposits that waited meanwhile have come in, and what exceeded the bound before is known.
 */
export function readFlows(database: Queryable, windowSeconds: number, subject: string): Promise<readonly Flow[]> {
  return database.query<Flow>(
    `select f.chain_id, f.direction, f.token, sum(f.amount)::numeric(78,0) as amount
     from flows f join flow_readings r using (chain_id)
     where f.at > now() - $1::int * interval '1 second'
       and f.at > coalesce((select max(at) from breaker_trips where subject = $2 and resumed_at is not null), '-infinity')
       and (f.direction = 'out' or f.block_number <= r.confirmed_to)
     group by f.chain_id, f.direction, f.token`,
    [windowSeconds, subject],
  );
}

/** Whether the events of a chain were not read for so long that its payments must wait. */
export async function isUnread(database: Queryable, chainId: number, maxAgeSeconds: number): Promise<boolean> {
  const rows = await database.query(
    "select 1 from flow_readings where chain_id = $1 and read_at > now() - $2::int * interval '1 second'",
    [chainId, maxAgeSeconds],
  );
  return rows.length === 0;
}

/** Stores a stop. @returns false while an earlier stop of the subject has not ended */
export async function insertTrip(transaction: Transaction, { subject, detail }: Trip): Promise<boolean> {
  const rows = await transaction.query(
    `insert into breaker_trips (subject, detail) values ($1, $2)
     on conflict (subject) where resumed_at is null do nothing returning id`,
    [subject, detail],
  );
  return rows.length === 1;
}

/** Why the circuit breaker has stopped a subject, until an operator ends the stop; null when it has not. */
export async function readOpenTrip(database: Queryable, subject: string): Promise<string | null> {
  const [row] = await database.query<{ readonly detail: string }>(
    'select detail from breaker_trips where subject = $1 and resumed_at is null',
    [subject],
  );
  return row?.detail ?? null;
}

/** Ends the stop of a subject. */
export async function endTrip(transaction: Transaction, subject: string): Promise<void> {
  await transaction.query('update breaker_trips set resumed_at = now() where subject = $1 and resumed_at is null', [
    subject,
  ]);
}

/** The circuit breaker's part of the operator's metrics. */
export type BreakerFigures = {
  /** The stops that no operator has ended. */
  readonly stops: number;
  /** The flows that count for the pause of everything. */
  readonly flows: readonly Flow[];
  /** When the events of each chain were last read completely, as an age by the database's clock; null for never. */
  readonly readings: readonly { readonly chainId: number; readonly ageSeconds: number | null }[];
};

export async function readBreakerFigures(database: Queryable, windowSeconds: number): Promise<BreakerFigures> {
  const [open] = await database.query<{ readonly count: number }>(
    'select count(*) as count from breaker_trips where resumed_at is null',
  );
  return {
    stops: open?.count ?? 0,
    flows: await readFlows(database, windowSeconds, EVERYTHING),
    readings: await database.query(
      `select chain_id, case when isfinite(read_at)
         then greatest(0, extract(epoch from now() - read_at))::double precision end as age_seconds
       from flow_readings`,
    ),
  };
}
