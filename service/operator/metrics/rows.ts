/** What a metric has one series for: each configured chain, token, state and so on. */
export type Per = 'nothing' | 'state' | 'incident' | 'chain' | 'token' | 'stop' | 'reader' | 'blockReader';

/** A metric from one statement. Metrics that need prices or rules are in valuedMetrics.ts. */
export type MetricRow = {
  readonly name: string;
  readonly help: string;
  readonly per: Per;
  /**
   * Returns a row for each key of `per`. Metrics with the same text share one read. No `greatest(0, …)`: it turns null
   * into 0.
   */
  readonly sql: string;
  readonly column: string;
  /** The decimals of an amount in base units: those of the series' token, or of the native token. */
  readonly decimals?: 'token' | 'native';
  /** The value of a series without a row, or with null; null omits it. An absent series would raise no alert. */
  readonly absent: number | null;
};

// These conditions must equal those of the two partial indexes, so that the statement never reads finished transfers.
const OPEN = `select state, case when state in ('confirmed', 'rejected', 'refunding') then waits_for end as want,
    count(*)::float8 as number, extract(epoch from now() - min(created_at))::float8 as age
  from transfers where state not in ('delivered', 'refunded', 'closed', 'unseen') group by 1, 2
  union all
  select 'unseen', null, count(*)::float8, extract(epoch from now() - min(created_at))::float8
  from transfers where state = 'unseen' having count(*) > 0`;

const CHAINS = 'select chain_id, gas_balance, gas_floor from chains';

const LIQUIDITY = 'select chain_id, token, free, balance, spendable, per_payment from liquidity';

const STOPPED = `select chain_id, 'halt' as cause, bool_or(halted_reason is not null and not revoked)::int::float8 as stopped
  from senders group by chain_id
  union all select chain_id, 'vault', vault_paused::int::float8 from chains
  union all select null, 'breaker', count(*)::float8 from breaker_trips where resumed_at is null`;

// A reader is named like its turn in the log.
const READ_AGES = `select chain_id, 'watch' as reader, extract(epoch from now() - looked_at)::float8 as age from chains
  union all select chain_id, 'liquidity', extract(epoch from now() - max(read_at))::float8 from liquidity group by chain_id
  union all select chain_id, 'vault', case when isfinite(read_at) then extract(epoch from now() - read_at)::float8 end
    from flow_readings
  union all select chain_id, 'books', extract(epoch from now() - max(at))::float8 from book_readings group by chain_id`;

const UNREAD_BLOCKS = `select chain_id, 'watch' as reader, (greatest(head, unread_head) - scanned_to)::float8 as number from chains
  union all select chain_id, 'rescan', (scanned_to - coalesce(rescanned_to, 0))::float8 from chains`;

export const METRIC_ROWS: readonly MetricRow[] = [
  {
    name: 'causeway_transfers',
    help: 'Transfers that are not delivered, refunded or closed, by state and by what their payment waits for',
    ...{ per: 'state', sql: OPEN, column: 'number', absent: 0 },
  },
  {
    name: 'causeway_transfer_oldest_age_seconds',
    help: 'Time since the deposit of the oldest transfer in the state was first seen; 0 without such a transfer',
    ...{ per: 'state', sql: OPEN, column: 'age', absent: 0 },
  },
  {
    name: 'causeway_unsettled_sends',
    help: 'Nonces that are signed and have no final transaction yet',
    per: 'chain',
    sql: "select chain_id, count(*)::float8 as number from sends where state in ('open', 'mined') group by chain_id",
    ...{ column: 'number', absent: 0 },
  },
  {
    name: 'causeway_paused',
    help: 'Number of pauses in force',
    ...{ per: 'nothing', sql: 'select count(*)::float8 as number from pauses', column: 'number', absent: 0 },
  },
  {
    name: 'causeway_payments_stopped',
    help: 'Above 0 while no payment is made: a halted sender, a paused vault, or stops of the circuit breaker, which has no chain',
    ...{ per: 'stop', sql: STOPPED, column: 'stopped', absent: 0 },
  },
  {
    name: 'causeway_open_incidents',
    help: 'Incidents (events that must never happen) that no operator has announced or resolved',
    per: 'incident',
    ...{ sql: 'select kind, number from count_open_incidents()', column: 'number', absent: 0 },
  },
  {
    name: 'causeway_read_age_seconds',
    help: 'Time since a reader last read the chain without an error; infinite before the first reading',
    ...{ per: 'reader', sql: READ_AGES, column: 'age', absent: Number.POSITIVE_INFINITY },
  },
  {
    name: 'causeway_unread_blocks',
    help: 'Blocks that a reader has yet to read: watch the new ones, rescan the ones that were read once',
    ...{ per: 'blockReader', sql: UNREAD_BLOCKS, column: 'number', absent: Number.POSITIVE_INFINITY },
  },
  {
    name: 'causeway_gas_balance_tokens',
    help: "The hot wallet's native tokens for gas, in whole tokens, as last read",
    ...{ per: 'chain', sql: CHAINS, column: 'gasBalance', decimals: 'native', absent: Number.NaN },
  },
  {
    name: 'causeway_gas_floor_tokens',
    help: 'Native tokens that the payments in flight can spend as gas, in whole tokens; with less the vault pays nothing',
    ...{ per: 'chain', sql: CHAINS, column: 'gasFloor', decimals: 'native', absent: Number.NaN },
  },
  {
    name: 'causeway_liquidity_reserved_tokens',
    help: 'Amount that signed payments will still take, in whole tokens',
    per: 'token',
    sql: `select chain_id, token, sum(amount)::numeric(78,0) as amount from outgoing
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
];
