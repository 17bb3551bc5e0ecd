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

/** @returns a function that sets the metrics of the database; null removes them */
export function createDatabaseMetrics(registry: Registry): (series: readonly Series[] | null) => void {
  let shown: readonly Series[] = [];
  return (series) => {
    // A metric is removed and not reset: a reset metric without labels shows 0.
    for (const { name } of shown) registry.removeSingleMetric(name);
    shown = (series ?? []).filter(({ samples }) => samples.length > 0);
    for (const { name, help, labelNames, isCounter = false, samples } of shown) {
      const configuration = { name, help, labelNames: [...labelNames], registers: [registry] };
      const metric = isCounter ? new Counter(configuration) : new Gauge(configuration);
      for (const { labels, value } of samples) metric.inc({ ...labels }, value);
    }
  };
}
