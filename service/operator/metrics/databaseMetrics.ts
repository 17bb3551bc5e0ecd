import type { Registry } from 'prom-client';
import { Counter, Gauge } from 'prom-client';
import type { Clock } from '../../clock.ts';
import type { Figures } from '../../db/figures.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { createBookMetrics } from './bookMetrics.ts';
import { createBreakerMetrics } from './breakerMetrics.ts';
import type { DatabaseMetric } from './databaseMetric.ts';
import { createExposureMetrics } from './exposureMetrics.ts';
import { createLiquidityMetrics } from './liquidityMetrics.ts';
import { createSweepMetrics } from './sweepMetrics.ts';
import { createTransferMetrics } from './transferMetrics.ts';
import { createWatcherMetrics } from './watcherMetrics.ts';

/** Sets every metric with values from the database; null removes their values. */
export type SetFigures = (figures: Figures | null) => void;

function register(registry: Registry, { name, help, labelNames, kind, read }: DatabaseMetric): SetFigures {
  const configuration = { name, help, labelNames: [...labelNames], registers: [registry] };
  const metric = kind === 'counter' ? new Counter(configuration) : new Gauge(configuration);
  return (figures) => {
    metric.reset();
    for (const { labels, value } of figures ? read(figures) : []) metric.inc({ ...labels }, value);
  };
}

/** Registers the metrics with values from the database. */
export function createDatabaseMetrics(registry: Registry, catalog: Catalog, clock: Clock): SetFigures {
  const metrics = [
    ...createTransferMetrics(catalog),
    ...createWatcherMetrics(catalog, clock),
    ...createExposureMetrics(catalog),
    ...createLiquidityMetrics(catalog),
    ...createSweepMetrics(catalog),
    ...createBookMetrics(catalog),
    ...createBreakerMetrics(catalog),
  ].map((metric) => register(registry, metric));
  return (figures) => {
    for (const set of metrics) set(figures);
  };
}
