import type { Catalog } from '../../boot/model/catalog.ts';

/** Where a metric has one series for each: each chain, token, state and so on of the configuration or the service. */
export type Per = 'nothing' | 'state' | 'want' | 'incident' | 'chain' | 'token';

/** A metric that one statement gives. A metric that needs prices or rules is in valuedMetrics.ts. */
export type MetricRow = {
  readonly name: string;
  readonly help: string;
  readonly per: Per;
  /** Gives a row for each key of `per`. Metrics with the same text share one read. No `greatest(0, …)`: it makes null 0. */
  readonly sql: string;
  readonly column: string;
  /** The decimals of an amount in base units: those of the token of the series, or of the native token. */
  readonly decimals?: 'token' | 'native';
  /** The value of a series without a row, or with null; null leaves it out. An absent series would raise no alert. */
  readonly absent: number | null;
  readonly isCounter?: boolean;
  /** Absent for a metric that every installation has. */
  readonly isOn?: (catalog: Catalog) => boolean;
};

// These conditions must equal those of the two partial indexes, so that the statement never reads finished transfers.
const OPEN = `select state, count(*)::float8 as number,
    extract(epoch from now() - min(created_at))::float8 as age
  from transfers where state not in ('delivered', 'refunded', 'closed', 'unseen') group by state
  union all
  select 'unseen', count(*)::float8, extract(epoch from now() - min(created_at))::float8
  from transfers where state = 'unseen' having count(*) > 0`;

const WAITING = `select waits_for as want, count(*)::float8 as number,
    extract(epoch from now() - min(waiting_since))::float8 as age
  from transfers where state in ('confirmed', 'rejected', 'refunding') and waits_for is not null group by waits_for`;

const CHAINS = `select chain_id, (greatest(head, unread_head) - scanned_to)::float8 as unread,
    (scanned_to - coalesce(rescanned_to, 0))::float8 as unread_twice,
    extract(epoch from now() - looked_at)::float8 as look_age,
    gas_balance, vault_paused::int::float8 as vault_paused
  from chains`;

// Every row of a chain has the age of its newest one.
const LIQUIDITY = `select chain_id, token, free, balance, spendable, per_payment,
    extract(epoch from now() - max(read_at) over (partition by chain_id))::float8 as age
  from liquidity`;

const STOPS = `select (select count(*) from pauses)::float8 as pauses,
    (select count(*) from breaker_trips where resumed_at is null)::float8 as trips`;

export const METRIC_ROWS: readonly MetricRow[] = [
  {
    name: 'causeway_transfers',
    help: 'Transfers that are not delivered, refunded or closed, by state',
    ...{ per: 'state', sql: OPEN, column: 'number', absent: 0 },
  },
  {
    name: 'causeway_transfer_oldest_age_seconds',
    help: 'Time since the deposit of the oldest transfer in the state was first seen; 0 without such a transfer',
    ...{ per: 'state', sql: OPEN, column: 'age', absent: 0 },
  },
  {
    name: 'causeway_transfers_waiting',
    help: 'Due payments that wait for funds of the bridge, a lower gas price, or the screening',
    ...{ per: 'want', sql: WAITING, column: 'number', absent: 0 },
  },
  {
    name: 'causeway_transfers_waiting_age_seconds',
    help: 'Time for which the oldest of these payments has waited; 0 without one',
    ...{ per: 'want', sql: WAITING, column: 'age', absent: 0 },
  },
  {
    name: 'causeway_unsettled_sends',
    help: 'Nonces that are signed and have no final transaction yet',
    per: 'chain',
    sql: "select chain_id, count(*)::float8 as number from sends where state in ('open', 'mined') group by chain_id",
    ...{ column: 'number', absent: 0 },
  },
  {
    name: 'causeway_sender_halted',
    help: '1 when the service signs and sends nothing on the chain until an operator runs unhalt',
    per: 'chain',
    sql: `select chain_id, bool_or(halted_reason is not null and not revoked)::int::float8 as halted
      from senders group by chain_id`,
    ...{ column: 'halted', absent: 0 },
  },
  {
    name: 'causeway_paused',
    help: 'Number of pauses in force',
    ...{ per: 'nothing', sql: STOPS, column: 'pauses', absent: 0 },
  },
  {
    name: 'causeway_incidents_total',
    help: 'Incidents (events that must never happen) since the database was created',
    per: 'incident',
    sql: 'select kind, count(*)::float8 as number from incidents group by kind',
    ...{ column: 'number', absent: 0, isCounter: true },
  },
  {
    name: 'causeway_cursor_lag_blocks',
    help: 'Blocks that the watcher has seen and not read yet',
    ...{ per: 'chain', sql: CHAINS, column: 'unread', absent: Number.POSITIVE_INFINITY },
  },
  {
    name: 'causeway_rescan_lag_blocks',
    help: 'Blocks that were read once and not yet a second time',
    ...{ per: 'chain', sql: CHAINS, column: 'unreadTwice', absent: 0 },
  },
  {
    name: 'causeway_look_age_seconds',
    help: 'Time since the watcher last read the chain without an error; stored every 30 s',
    ...{ per: 'chain', sql: CHAINS, column: 'lookAge', absent: Number.POSITIVE_INFINITY },
  },
  {
    name: 'causeway_gas_balance_tokens',
    help: "The hot wallet's native tokens for gas, in whole tokens, as last read",
    ...{ per: 'chain', sql: CHAINS, column: 'gasBalance', decimals: 'native', absent: Number.NaN },
  },
  {
    name: 'causeway_vault_paused',
    help: 'Whether the vault refuses every payment: 1 or 0, as last read',
    ...{ per: 'chain', sql: CHAINS, column: 'vaultPaused', absent: 0 },
  },
  {
    name: 'causeway_liquidity_reserved_tokens',
    help: 'Amount that signed payments will still take, in whole tokens',
    per: 'token',
    sql: `select chain_id, token, sum(amount)::numeric(78,0) as amount from obligations
      where state = 'live' group by chain_id, token`,
    ...{ column: 'amount', decimals: 'token', absent: 0 },
  },
  {
    name: 'causeway_liquidity_free_tokens',
    help: 'Amount that is free for new payments, in whole tokens, as last read',
    ...{ per: 'token', sql: LIQUIDITY, column: 'free', decimals: 'token', absent: null },
  },
  {
    name: 'causeway_vault_balance_tokens',
    help: 'Amount that the vault holds, in whole tokens, as last read',
    ...{ per: 'token', sql: LIQUIDITY, column: 'balance', decimals: 'token', absent: null },
  },
  {
    name: 'causeway_vault_window_left_tokens',
    help: "Amount that the vault's window still allows, in whole tokens, as last read",
    ...{ per: 'token', sql: LIQUIDITY, column: 'spendable', decimals: 'token', absent: null },
  },
  {
    name: 'causeway_vault_payment_cap_tokens',
    help: 'Amount that the vault allows for one payment, in whole tokens, as last read',
    ...{ per: 'token', sql: LIQUIDITY, column: 'perPayment', decimals: 'token', absent: null },
  },
  {
    name: 'causeway_liquidity_age_seconds',
    help: 'Time since the free amounts of the chain were read',
    ...{ per: 'chain', sql: LIQUIDITY, column: 'age', absent: Number.POSITIVE_INFINITY },
  },
  {
    name: 'causeway_books_age_seconds',
    help: 'Time since the books of the chain were last compared with its balances',
    per: 'chain',
    sql: `select chain_id, extract(epoch from now() - max(at))::float8 as age
      from book_readings group by chain_id`,
    ...{ column: 'age', absent: Number.POSITIVE_INFINITY },
  },
  {
    name: 'causeway_breaker_stops',
    help: 'Stops of the circuit breaker that no operator has ended',
    ...{ per: 'nothing', sql: STOPS, column: 'trips', absent: 0 },
  },
  {
    name: 'causeway_breaker_read_age_seconds',
    help: 'Time since the circuit breaker has read every event of the chain; infinite before the first reading',
    per: 'chain',
    sql: `select chain_id, case when isfinite(read_at) then extract(epoch from now() - read_at)::float8 end as age
      from flow_readings`,
    ...{ column: 'age', absent: Number.POSITIVE_INFINITY, isOn: ({ breaker }) => breaker !== null },
  },
];
