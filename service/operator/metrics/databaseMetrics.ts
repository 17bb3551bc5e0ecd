import type { Registry } from 'prom-client';
import { Counter, Gauge } from 'prom-client';
import type { Database } from '../../db/database.ts';
import type { Catalog } from '../../domain/catalog.ts';
import type { Series } from './readRows.ts';
import { readRows } from './readRows.ts';
import { readValued } from './valuedMetrics.ts';

const TIMEOUT_MS = 1000;

/**
 * Reads every metric of the database, by its clock.
 * @throws DatabaseUnavailable, also if a statement takes too long
 */
export function readDatabaseMetrics(database: Database, catalog: Catalog): Promise<readonly Series[]> {
  return database.transaction(async (transaction) => {
    await transaction.script(`set local statement_timeout = ${TIMEOUT_MS}`);
    return [...(await readRows(transaction, catalog)), ...(await readValued(transaction, catalog))];
  });
}

/** @returns a function that sets the metrics of the database; null removes their values */
export function createDatabaseMetrics(registry: Registry): (series: readonly Series[] | null) => void {
  const metrics = new Map<string, Gauge | Counter>();
  return (series) => {
    for (const metric of metrics.values()) metric.reset();
    for (const { name, help, labelNames, isCounter = false, samples } of series ?? []) {
      const configuration = { name, help, labelNames: [...labelNames], registers: [registry] };
      const metric = metrics.get(name) ?? (isCounter ? new Counter(configuration) : new Gauge(configuration));
      metrics.set(name, metric);
      for (const { labels, value } of samples) metric.inc({ ...labels }, value);
    }
  };
}
