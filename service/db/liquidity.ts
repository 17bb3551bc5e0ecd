import type { Address } from 'viem';
import type { TokenAmount, Undecided } from '../domain/liquidity.ts';
import type { Queryable } from './database.ts';

/** The free amount of a token on a chain, and the age of that reading by the database's clock. */
export type Liquidity = {
  readonly chainId: number;
  readonly token: Address;
  readonly free: bigint;
  readonly ageSeconds: number;
};

/** What the due and unsigned payments on a chain will take. A refund counts with the whole deposit. */
export function readDue(database: Queryable, chainId: number): Promise<readonly TokenAmount[]> {
  return database.query<TokenAmount>(
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

/** The deposits from a chain or to it that are seen and not decided yet. */
export function readUndecided(database: Queryable, chainId: number): Promise<readonly Undecided[]> {
  return database.query<Undecided>(
    `select d.chain_id as origin_chain_id, d.token, d.destination as destination_id, sum(d.amount) as amount
     from transfers t join deposits d on d.id = t.id
     where t.state = 'seen' and d.funded and (d.chain_id = $1 or d.destination = $1)
     group by d.chain_id, d.token, d.destination`,
    [chainId],
  );
}

/** Stores the free amounts on a chain as of now. */
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

export function readLiquidity(database: Queryable): Promise<readonly Liquidity[]> {
  return database.query<Liquidity>(
    `select chain_id, token, free, greatest(0, extract(epoch from now() - read_at))::double precision as age_seconds
     from liquidity`,
  );
}
