import { formatUnits } from 'viem';
import { NATIVE_DECIMALS } from '#shared/amount.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import type { Queryable } from '../../db/database.ts';
import { INCIDENT_KINDS } from '../../db/incidents.ts';
import type { TransferState } from '../../deposits/model/transfer.ts';
import { FINAL_STATES, TRANSFER_STATES, WANTS } from '../../deposits/model/transfer.ts';
import type { MetricRow, Per } from './rows.ts';
import { METRIC_ROWS } from './rows.ts';

export type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

/** A metric with its current values. */
export type Series = Pick<MetricRow, 'name' | 'help'> & {
  readonly labelNames: readonly string[];
  readonly samples: readonly Sample[];
};

/** A metric's label names, its series, and how a row names its series. */
type Keys = {
  readonly labelNames: readonly string[];
  readonly list: (catalog: Catalog) => readonly Key[];
  readonly keyOf: (row: StoredRow) => string;
};
type Key = { readonly key: string; readonly labels: Sample['labels']; readonly decimals?: number };
type StoredRow = Readonly<Record<string, unknown>>;

/** Each token on each of its chains, with the labels of its series. */
export function listDeployments({ chains, tokens }: Catalog) {
  return chains.flatMap((chain) =>
    tokens.flatMap(({ name: token, deployments }) => {
      const deployment = deployments.get(chain.name);
      return deployment ? [{ ...deployment, chain, labels: { chain: chain.name, token } }] : [];
    }),
  );
}

const WAITING: ReadonlySet<TransferState> = new Set(['confirmed', 'rejected', 'refunding']);

/** The open states, and those of a due payment once more for each thing it can wait for. */
function listStates(): readonly Key[] {
  return TRANSFER_STATES.filter((state) => !FINAL_STATES.has(state)).flatMap((state) => [
    { key: state, labels: { state } },
    ...(WAITING.has(state) ? WANTS : []).map((want) => ({
      key: `${state} ${want}`,
      labels: { state, waits_for: want },
    })),
  ]);
}

/** One series per chain and label value. */
function perChainAnd(label: 'cause' | 'reader', valuesOf: (catalog: Catalog) => readonly string[]): Keys {
  return {
    labelNames: ['chain', label],
    list: (catalog) =>
      catalog.chains.flatMap(({ id, name }) =>
        valuesOf(catalog).map((value) => ({ key: `${id} ${value}`, labels: { chain: name, [label]: value } })),
      ),
    keyOf: ({ chainId, ...row }) => `${chainId} ${row[label]}`,
  };
}

const STOPS = perChainAnd('cause', () => ['halt', 'vault']);

const KEYS: Readonly<Record<Per, Keys>> = {
  nothing: { labelNames: [], list: () => [{ key: '', labels: {} }], keyOf: () => '' },
  state: {
    labelNames: ['state', 'waits_for'],
    list: listStates,
    keyOf: ({ state, want }) => (want === null ? String(state) : `${state} ${want}`),
  },
  incident: {
    labelNames: ['kind'],
    list: () => INCIDENT_KINDS.map((kind) => ({ key: kind, labels: { kind } })),
    keyOf: ({ kind }) => String(kind),
  },
  stop: {
    ...STOPS,
    list: (catalog) => [...STOPS.list(catalog), { key: 'null breaker', labels: { cause: 'breaker' } }],
  },
  reader: perChainAnd('reader', ({ breaker }) => ['watch', 'liquidity', 'books', ...(breaker ? ['vault'] : [])]),
  blockReader: perChainAnd('reader', () => ['watch', 'rescan']),
  chain: {
    labelNames: ['chain'],
    list: ({ chains }) => chains.map(({ id, name }) => ({ key: String(id), labels: { chain: name } })),
    keyOf: ({ chainId }) => String(chainId),
  },
  token: {
    labelNames: ['chain', 'token'],
    list: (catalog) =>
      listDeployments(catalog).map(({ chain, address, decimals, labels }) => ({
        key: `${chain.id} ${address}`,
        labels,
        decimals,
      })),
    keyOf: ({ chainId, token }) => `${chainId} ${token}`,
  },
};

/** Rounds an amount to a float for display. No calculation may use it. */
export function toDisplayNumber(amount: bigint, decimals: number): number {
  return Number(formatUnits(amount, decimals));
}

function toValue({ decimals, absent, name }: MetricRow, stored: unknown, key: Key): number | null {
  if (stored === undefined || stored === null) return absent;
  // A count, an age or a lag: negative only if a clock was set back, or a row is newer than the read.
  if (typeof stored === 'number') return Math.max(0, stored);
  if (typeof stored !== 'bigint' || decimals === undefined) throw new Error(`${name} has no number`);
  return toDisplayNumber(stored, decimals === 'native' ? NATIVE_DECIMALS : (key.decimals ?? 0));
}

/**
 * Reads every metric of the table, each statement once.
 * @throws DatabaseUnavailable
 */
export async function readRows(database: Queryable, catalog: Catalog): Promise<readonly Series[]> {
  const answers = new Map<string, readonly StoredRow[]>();
  const series: Series[] = [];
  for (const metric of METRIC_ROWS) {
    const { labelNames, list, keyOf } = KEYS[metric.per];
    const { name, help, sql, column } = metric;
    const rows = answers.get(sql) ?? (await database.query<StoredRow>(sql));
    answers.set(sql, rows);
    const byKey = new Map(rows.map((row) => [keyOf(row), row[column]]));
    const samples = list(catalog).flatMap((key) => {
      const value = toValue(metric, byKey.get(key.key), key);
      return value === null ? [] : [{ labels: key.labels, value }];
    });
    series.push({ name, help, labelNames, samples });
  }
  return series;
}
