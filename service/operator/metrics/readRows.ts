import { formatUnits } from 'viem';
import type { Catalog } from '../../boot/model/catalog.ts';
import { NATIVE_DECIMALS } from '../../boot/model/catalog.ts';
import type { Queryable } from '../../db/database.ts';
import { INCIDENT_KINDS } from '../../db/incidents.ts';
import { FINAL_STATES, TRANSFER_STATES, WANTS } from '../../deposits/model/transfer.ts';
import type { MetricRow, Per } from './rows.ts';
import { METRIC_ROWS } from './rows.ts';

export type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

/** A metric with its values of this moment. */
export type Series = Pick<MetricRow, 'name' | 'help' | 'isCounter'> & {
  readonly labelNames: readonly string[];
  readonly samples: readonly Sample[];
};

/** The label names of a metric, the series that it has, and how a row names its series. */
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

function named(label: string, values: readonly string[], property: string): Keys {
  return {
    labelNames: [label],
    list: () => values.map((key) => ({ key, labels: { [label]: key } })),
    keyOf: (row) => String(row[property]),
  };
}

const KEYS: Readonly<Record<Per, Keys>> = {
  nothing: { labelNames: [], list: () => [{ key: '', labels: {} }], keyOf: () => '' },
  state: named(
    'state',
    TRANSFER_STATES.filter((state) => !FINAL_STATES.has(state)),
    'state',
  ),
  want: named('for', WANTS, 'want'),
  incident: named('kind', INCIDENT_KINDS, 'kind'),
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
  // A count, an age or a lag: negative only when a clock was set back, or a row is newer than the read.
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
    const { name, help, sql, column, isCounter = false, isOn } = metric;
    if (isOn && !isOn(catalog)) {
      series.push({ name, help, isCounter, labelNames, samples: [] });
      continue;
    }
    const rows = answers.get(sql) ?? (await database.query<StoredRow>(sql));
    answers.set(sql, rows);
    const byKey = new Map(rows.map((row) => [keyOf(row), row[column]]));
    const samples = list(catalog).flatMap((key) => {
      const value = toValue(metric, byKey.get(key.key), key);
      return value === null ? [] : [{ labels: key.labels, value }];
    });
    series.push({ name, help, isCounter, labelNames, samples });
  }
  return series;
}
