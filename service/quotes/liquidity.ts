import type { Address, Hash } from 'viem';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import type { SeenOutflow } from '../books/model/sweep.ts';
import type { Queryable } from '../db/database.ts';
import type { Tokens } from '../db/tokenFilter.ts';
import { isOfTokens, toColumns } from '../db/tokenFilter.ts';
import type { FreeHolding, OpenTransfers, TokenAmount } from './model/liquidity.ts';

type Row = Omit<OpenTransfers, 'payout'> & {
  readonly destinationToken: Address | null;
  readonly receiveAmount: bigint | null;
};

/** What the events of a chain's vault show in its newest blocks. */
type SeenOutflows = { readonly chainId: number; readonly outflows: readonly SeenOutflow[] };

const NOTHING_SEEN: SeenOutflows = { chainId: 0, outflows: [] };

/**
 * The transfers of some tokens that can still be paid or refunded, including held ones, by token, chains and decision.
 * The condition matches the index of unfinished transfers.
 * @param tokens the configured ones: others claim nothing, and anyone can make very many deposits of any amount
 * @param seen excludes the transfers whose signed payment is exactly on the chain: the vault pays no id twice
 */
export async function readOpenTransfers(
  database: Queryable,
  tokens: Tokens,
  seen: SeenOutflows = NOTHING_SEEN,
): Promise<readonly OpenTransfers[]> {
  const payments = seen.outflows.flatMap(({ id, ...one }) => (id === null ? [] : [{ id, ...one }]));
  const { chainIds, addresses } = toColumns(tokens);
  const rows = await database.query<Row>(
    `with made as (
       select o.transfer_id from obligations o
       join unnest($2::text[], $3::text[], $4::text[], $5::numeric[]) as p (id, token, recipient, amount)
         on p.id = o.transfer_id and p.token = o.token and p.recipient = o.recipient and p.amount = o.amount
       where o.state = 'live' and o.chain_id = $1)
     select d.chain_id as origin_chain_id, d.token, d.destination as destination_id, t.destination_token,
       sum(d.amount)::numeric(78,0) as amount, sum(t.receive_amount)::numeric(78,0) as receive_amount,
       sum(gas_drop_of(d.target))::numeric(78,0) as gas_drop
     from transfers t join deposits d on d.id = t.id
     where t.state not in ('delivered', 'refunded', 'closed', 'unseen') and t.id not in (select transfer_id from made)
       and ${isOfTokens('$6', '$7')}
     group by d.chain_id, d.token, d.destination, t.destination_token, t.receive_amount is null`,
    [
      seen.chainId,
      payments.map(({ id }) => id),
      payments.map(({ token }) => token),
      payments.map(({ recipient }) => recipient),
      payments.map(({ amount }) => String(amount)),
      ...[chainIds, addresses],
    ],
  );
  return rows.map(({ destinationToken, receiveAmount, ...one }) => ({
    ...one,
    payout:
      destinationToken !== null && receiveAmount !== null ? { token: destinationToken, amount: receiveAmount } : null,
  }));
}

/** What a vault holds of a token, how much of it is free, and the reading's age by the database's clock. */
export type Liquidity = FreeHolding & { readonly chainId: number; readonly ageSeconds: number };

/** The funds of one chain. */
export type ChainFunds = {
  readonly holdings: readonly FreeHolding[];
  readonly gasBalance: bigint;
  /** Below this balance, the vault pays nothing. */
  readonly gasFloor: bigint;
  readonly isPaused: boolean;
};

// What a due payment takes of each token; $2 is the native one, of which a payment without a gas drop takes 0.
const DUE = `cross join lateral (values
  (case when t.state = 'confirmed' then t.destination_token else d.token end,
   case when t.state = 'confirmed' then t.receive_amount else d.amount end),
  ($2, case when t.state = 'confirmed' then gas_drop_of(d.target) else 0 end)) as due (token, amount)`;

/** What each due, unsigned payment on a chain will take, and its gas drop. A refund counts as the whole deposit. */
export function readDue(database: Queryable, chainId: number): Promise<readonly TokenAmount[]> {
  return database.query<TokenAmount>(
    `select due.token, due.amount from transfers t join deposits d on d.id = t.id ${DUE}
     where t.paying_chain_id = $1 and t.state in ('confirmed', 'rejected', 'refunding') and due.amount > 0
       and not exists (select from obligations o where o.transfer_id = t.id and o.state <> 'void')`,
    [chainId, NATIVE_TOKEN_ADDRESS],
  );
}

/** A due payment that waits for funds. */
export type Waiter = { readonly id: Hash; readonly amount: bigint; readonly waitingSince: Date };

export type WaiterQuery = {
  readonly chainId: number;
  readonly token: Address;
  readonly atMost: bigint;
  /** The latest time of a next attempt that counts. */
  readonly triedSince: Date;
};

/**
 * A token's oldest due payment whose last attempt found too little funds, or too little left in the vault's window,
 * among those of at most `atMost` base units that are still tried. A depositor above its share of the transactions, for
 * example, isn't tried: its payment could block everyone's funds for as long as it likes.
 */
export async function readOldestWaiter(
  database: Queryable,
  { chainId, token, atMost, triedSince }: WaiterQuery,
): Promise<Waiter | null> {
  const [row] = await database.query<Waiter>(
    `select id, amount, waiting_since from (
       select t.id, t.waiting_since, due.token, due.amount
       from transfers t join deposits d on d.id = t.id ${DUE}
       where t.paying_chain_id = $1 and t.state in ('confirmed', 'rejected', 'refunding') and d.canonical
         and t.note_code in ('funds_short', 'vault_limit') and t.waiting_since is not null and t.retry_at >= $5
         and not exists (select from obligations o where o.transfer_id = t.id and o.state <> 'void')
     ) as short where token = $3 and amount > 0 and amount <= $4 order by waiting_since, id limit 1`,
    [chainId, NATIVE_TOKEN_ADDRESS, token, atMost, triedSince],
  );
  return row ?? null;
}

/** Stores the funds of a chain as of now. */
export async function storeLiquidity(
  database: Queryable,
  chainId: number,
  { holdings, gasBalance, gasFloor, isPaused }: ChainFunds,
): Promise<void> {
  const column = (name: 'balance' | 'spendable' | 'perPayment' | 'free') => holdings.map((one) => String(one[name]));
  await database.query(
    `insert into liquidity (chain_id, token, balance, spendable, per_payment, free, read_at)
     select $1, r.*, now()
     from unnest($2::text[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[]) as r
     on conflict (chain_id, token) do update set balance = excluded.balance, spendable = excluded.spendable,
       per_payment = excluded.per_payment, free = excluded.free, read_at = excluded.read_at`,
    [
      chainId,
      holdings.map(({ token }) => token),
      ...[column('balance'), column('spendable'), column('perPayment'), column('free')],
    ],
  );
  await database.query('update chains set gas_balance = $2, gas_floor = $3, vault_paused = $4 where chain_id = $1', [
    ...[chainId, gasBalance, gasFloor, isPaused],
  ]);
}

export function readLiquidity(database: Queryable): Promise<readonly Liquidity[]> {
  return database.query<Liquidity>(
    `select chain_id, token, balance, spendable, per_payment, free, greatest(0, extract(epoch from now() - read_at))::double precision as age_seconds
     from liquidity`,
  );
}

/** What a chain's vaults paid of a token. */
export type Outflow = TokenAmount & { readonly chainId: number };

/** What the vaults paid in the last days, by chain and token. */
export function readOutflow(database: Queryable, days: number): Promise<readonly Outflow[]> {
  return database.query<Outflow>(
    `select chain_id, token, sum(amount)::numeric(78,0) as amount from outgoing
     where state = 'paid' and created_at >= now() - $1 * interval '1 day' group by chain_id, token`,
    [days],
  );
}
