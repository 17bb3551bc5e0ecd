import type { Address } from 'viem';
import type { TokenAmount, Undecided } from '../domain/liquidity.ts';
import type { Queryable } from './database.ts';

/** What is free of a token on a chain, and how long ago that was read, by the database's clock. */
export type Liquidity = {
  readonly chainId: number;
  readonly token: Address;
  readonly free: bigint;
  readonly ageSeconds: number;
};

/** What payouts and refunds that are due on a chain, and not signed, will take. Refunds are counted whole. */
export function readDue(database: Queryable, chainId: number): Promise<readonly TokenAmount[]> {
  return database.query<{ token: Address; amount: bigint }>(
    `select token, sum(amount) as amount from (
       select case when t.state = 'confirmed' then t.destination_token else d.token end as token,
              case when t.state = 'confirmed' then t.receive_amount else d.amount end as amount
       from transfers t join deposits d on d.id = t.id
       where t.paying_chain_id = $1 and t.state in ('confirmed', 'rejected', 'refunding')
         and not exists (select from obligations o where o.transfer_id = t.id and o.state <> 'void')
     ) as due group by token`,
    [chainId],
  );
}

/** The deposits to a chain or from it that were seen and not decided yet. */
export async function readUndecided(database: Queryable, chainId: number): Promise<readonly Undecided[]> {
  const rows = await database.query<{ chain_id: bigint; token: Address; destination: bigint; amount: bigint }>(
    `select d.chain_id, d.token, d.destination, sum(d.amount) as amount
     from transfers t join deposits d on d.id = t.id
     where t.state = 'seen' and d.funded and (d.chain_id = $1 or d.destination = $1)
     group by d.chain_id, d.token, d.destination`,
    [chainId],
  );
  return rows.map(({ chain_id: originId, destination: destinationId, ...rest }) => ({
    ...rest,
    originId: Number(originId),
    destinationId,
  }));
}

/** Stores what is free on a chain as of now. */
export async function storeLiquidity(
  database: Queryable,
  chainId: number,
  free: readonly TokenAmount[],
): Promise<void> {
  await database.query(
    `insert into liquidity (chain_id, token, free, read_at)
     select $1, r.token, r.free, now() from unnest($2::text[], $3::numeric[]) as r(token, free)
     on conflict (chain_id, token) do update set free = excluded.free, read_at = excluded.read_at`,
    [chainId, free.map(({ token }) => token), free.map(({ amount }) => String(amount))],
  );
}

export async function readLiquidity(database: Queryable): Promise<readonly Liquidity[]> {
  const rows = await database.query<{ chain_id: bigint; token: Address; free: bigint; age: number }>(
    `select chain_id, token, free, extract(epoch from now() - read_at)::double precision as age from liquidity`,
  );
  return rows.map(({ chain_id, token, free, age }) => ({
    ...{ chainId: Number(chain_id), token, free },
    ageSeconds: Math.max(0, age),
  }));
}
