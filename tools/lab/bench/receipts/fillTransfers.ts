import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Address, Hash } from 'viem';
import { getAddress } from 'viem';
import { fillWithoutIndexes } from './fillWithoutIndexes.ts';

export const CHAIN_IDS = [1, 2] as const;
/** The block of a transfer; five consecutive transfers share a block. */
export const blockOf = (index: number) => BigInt(Math.floor(index / 5));

const addressOf = (name: string): Address =>
  getAddress(`0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`);
const VAULT = addressOf('vault');
export const HOT_WALLET = addressOf('hot wallet');
export const TOKEN = addressOf('token');
const CONTRACT = addressOf('contract');
const USER = addressOf('user');

/** The hash of transfer number `index`. Every 50th deposit shares its transaction with the deposit before it. */
export function hashOf(kind: 'deposit' | 'transaction' | 'payment', index: number): Hash {
  const number = kind === 'transaction' && index % 50 === 1 && index > 1 ? index - 1 : index;
  return `0x${createHash('sha256').update(`${kind} ${number}`).digest('hex')}`;
}

const hashSql = (kind: string, index = 'i') =>
  `'0x' || encode(sha256(convert_to('${kind} ' || ${index}, 'UTF8')), 'hex')`;

// $1: all transfers. $2: transfers in progress, which are the newest and cover every state. One in a hundred of the rest is
// refunded.
const ROWS = `generate_series(1, $1::int) i
  cross join lateral (select case when i % 50 = 1 and i > 1 then i - 1 else i end as tx) a
  cross join lateral (select 1 + tx % 2 as origin, 2 - tx % 2 as destination,
    now() - ($1::int - i) * (interval '5 years' / $1::int) as at,
    case when i <= $1::int - $2::int then case when i % 100 = 7 then 'refunded' else 'delivered' end
      when i % 100 = 9 then 'unseen'
      else (array['seen', 'seen', 'seen', 'confirmed', 'confirmed', 'confirmed', 'signed', 'signed', 'broadcast', 'held'])[1 + i % 10]
    end as state) b
  cross join lateral (select case when state = 'refunded' then origin else destination end as paying,
    state in ('delivered', 'refunded') as is_final, state in ('delivered', 'refunded', 'signed', 'broadcast') as is_bound) c`;

const CALL_HASH = hashSql('call');
const FIRST_EVENTS = "(1, null, 'seen', 'depositSeen', null), (2, 'seen', 'confirmed', 'accepted', null)";

/** One insert per table. Values are as long as in the service's real rows. */
const INSERTS: Readonly<Record<string, string>> = {
  deposits: `insert into deposits (id, chain_id, contract, tx_hash, ordinal, block_number, block_hash, block_time, log_index,
      depositor, token, maker, target, amount, destination, channel, funded, canonical, first_seen_at)
    select ${hashSql('deposit')}, origin, '${CONTRACT}', ${hashSql('transaction', 'tx')}, i - tx, tx / 5,
      ${hashSql('block', '(tx / 5)')}, at, i % 200, '${USER}', '${TOKEN}', '${VAULT}', '${USER}', 20000000 + i, destination, 7,
      true, state <> 'unseen', at from ${ROWS}`,
  transfers: `insert into transfers (id, state, paying_chain_id, origin_chain_name, token_name, origin_decimals,
      destination_chain_name, destination_token, destination_decimals, recipient, amount, gas_fee, bridge_fee, net_amount,
      receive_amount, reason, note, tries, settled_hash, settled_amount, created_at, updated_at)
    select ${hashSql('deposit')}, state, case when state <> 'seen' then paying end, 'Northshore', 'USDC', 6, 'Southshore',
      '${TOKEN}', 6, '${USER}', 20000000 + i, 100000, 20000, 19880000 + i, 19880000 + i,
      case when state in ('refunded', 'held') then 'amountOutOfRange' end, null, 0,
      case when is_final then ${hashSql('payment')} end, case when is_final then 19880000 + i end, at,
      at + interval '40 seconds' from ${ROWS}`,
  transfer_events: `insert into transfer_events (at, transfer_id, from_state, to_state, cause, detail)
    select at + step * interval '8 seconds', ${hashSql('deposit')}, before, after, cause, detail from ${ROWS}
    cross join lateral (values ${FIRST_EVENTS}, (3, 'confirmed', 'signed', 'signed', 'nonce ' || i),
      (4, 'signed', 'broadcast', 'broadcast', null), (5, 'broadcast', 'delivered', 'paymentFinal', ${hashSql('payment')})
    ) event (step, before, after, cause, detail) where step = 1 or is_final`,
  sends: `insert into sends (chain_id, address, nonce, call_to, call_data, call_value, call_hash, gas_limit, state, mined_hash,
      mined_block, mined_block_hash, sent_at, created_at)
    select paying, '${HOT_WALLET}', i, '${CONTRACT}', '0x' || repeat(md5(i::text), 8) || md5(i::text), 0, ${CALL_HASH}, 120000,
      case when is_final then 'succeeded' else 'open' end, case when is_final then ${hashSql('payment')} end,
      case when is_final then tx / 5 end, case when is_final then ${hashSql('block', '(tx / 5)')} end, at, at
    from ${ROWS} where is_bound`,
  attempts: `insert into attempts (chain_id, address, nonce, attempt, call_hash, hash, raw, max_fee, tip, created_at, kind)
    select paying, '${HOT_WALLET}', i, 0, ${CALL_HASH}, ${hashSql('payment')}, '0x' || repeat(md5(i::text), 15), 30000000000,
      1000000000, at, 'call' from ${ROWS} where is_bound`,
  obligations: `insert into obligations (transfer_id, kind, chain_id, address, nonce, token, recipient, amount, state, created_at)
    select ${hashSql('deposit')}, case when state = 'refunded' then 'refund' else 'payout' end, paying, '${HOT_WALLET}', i, '${TOKEN}',
      '${USER}', 19880000 + i, case when is_final then 'paid' else 'live' end, at from ${ROWS} where is_bound`,
};

export const LARGE_TABLES = Object.keys(INSERTS);

const BASE = `insert into chains (chain_id, genesis_hash, deposit_contract, head, scanned_to, scanned_to_hash)
    select chain, ${hashSql('genesis', 'chain')}, '${CONTRACT}', $1::int / 5, $1::int / 5, ${hashSql('block', '($1::int / 5)')}
    from unnest(array[${CHAIN_IDS}]) chain`;

export type Filling = { readonly rows: number; readonly inProgress: number };

/** Fills an empty, migrated database with transfers; the newest are in progress. Triggers are disabled while it runs. */
export async function fillTransfers(
  url: string,
  { rows, inProgress }: Filling,
  log: (line: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      "set session_replication_role = replica; set maintenance_work_mem = '1GB'; set synchronous_commit = off",
    );
    await fillWithoutIndexes(client, async () => {
      // PostgreSQL writes no write-ahead log for a table that the same transaction truncated.
      await client.query(`begin; truncate ${LARGE_TABLES} cascade`);
      await client.query(BASE, [rows]);
      await client.query(
        `insert into senders (chain_id, address, next_nonce) select chain_id, '${HOT_WALLET}', $1::int + 1 from chains`,
        [rows],
      );
      for (const [table, sql] of Object.entries(INSERTS)) {
        const { rowCount } = await client.query(sql, [rows, inProgress]);
        log(`${rowCount} rows in ${table}`);
      }
      await client.query('commit');
    });
    log('indexes and keys created');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
