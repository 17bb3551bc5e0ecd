import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { RequestObserver } from '../../api/operation.ts';
import type { Clock } from '../../boot/clock.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import { readVersion } from '../../boot/version.ts';
import type { RpcObserver } from '../../chain/rpc/rpcObserver.ts';
import type { Database } from '../../db/database.ts';
import { withTimeout } from '../../db/withTimeout.ts';
import type { PaymentObserver } from '../../payments/model/paymentObserver.ts';
import type { CertificateExpiry } from '../../signer/client/remoteSigner.ts';
import type { Readiness } from '../readiness.ts';
import { cacheFor } from '../readiness.ts';
import { createCallMetrics, createProviderMetrics, createRequestMetrics } from './callMetrics.ts';
import type { Pools } from './processMetrics.ts';
import {
  createBuildMetric,
  createCertificateMetric,
  createClockMetric,
  createPaymentMetrics,
  createPoolMetrics,
  createPriceMetrics,
  createReadinessMetrics,
} from './processMetrics.ts';
import type { Series } from './readRows.ts';
import { readRows } from './readRows.ts';
import { readValued } from './valuedMetrics.ts';

const TIMEOUT_MS = 1000;

/**
 * Reads every database metric, by the database's clock.
 * @throws DatabaseUnavailable, also if a statement takes too long
 */
export function readDatabaseMetrics(database: Database, catalog: Catalog): Promise<readonly Series[]> {
  return database.transaction(async (transaction) => {
    await transaction.script(`set local statement_timeout = ${TIMEOUT_MS}`);
    return [...(await readRows(transaction, catalog)), ...(await readValued(transaction, catalog))];
  });
}

/** @returns a function that sets the database metrics; null removes them */
export function createDatabaseMetrics(registry: Registry): (series: readonly Series[] | null) => void {
  let shown: readonly Series[] = [];
  return (series) => {
    // A metric is removed, not reset: a reset metric without labels shows 0.
    for (const { name } of shown) registry.removeSingleMetric(name);
    shown = (series ?? []).filter(({ samples }) => samples.length > 0);
    for (const { name, help, labelNames, samples } of shown) {
      const metric = new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
      for (const { labels, value } of samples) metric.set({ ...labels }, value);
    }
  };
}

export type MetricsContext = {
  readonly catalog: Catalog;
  /** The metrics are read through the requests' pool, so that they never delay a payment. */
  readonly pools: Pools;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Absent without a signer on another machine. */
  readonly signerExpiries: (() => readonly CertificateExpiry[]) | undefined;
};

export type Metrics = {
  readonly rpc: RpcObserver;
  readonly requests: RequestObserver;
  readonly payments: PaymentObserver;
  /** Creates a function that renders Prometheus' text format, from values at most a second old. */
  createRenderer(readiness: () => Promise<Readiness>): () => Promise<string>;
};

const DATABASE_TIMEOUT_MS = 3000;
const TTL_MS = 1000;

/** Creates metrics in their own registry, so that two services in one process count separately. */
export function createMetrics({ catalog, pools, clock, logger, signerExpiries }: MetricsContext): Metrics {
  const registry = new Registry();
  const setSeries = createDatabaseMetrics(registry);
  const setPools = createPoolMetrics(registry, pools);
  const setReadiness = createReadinessMetrics(registry);
  createBuildMetric(registry, readVersion());
  createClockMetric(registry, clock);
  createPriceMetrics(registry, catalog, clock);
  if (signerExpiries) createCertificateMetric(registry, signerExpiries);

  const read = async (): Promise<readonly Series[] | null> => {
    try {
      return await withTimeout(DATABASE_TIMEOUT_MS, readDatabaseMetrics(pools.api, catalog));
    } catch (error) {
      logger.warn({ err: error }, 'metrics read failed, those from the database omitted');
      return null;
    }
  };
  return {
    rpc: { ...createCallMetrics(registry, catalog), ...createProviderMetrics(registry, catalog, clock) },
    requests: createRequestMetrics(registry),
    payments: createPaymentMetrics(registry, catalog),
    createRenderer: (readiness) => {
      collectDefaultMetrics({ register: registry });
      return cacheFor(TTL_MS, async () => {
        const [series, { checks }] = await Promise.all([read(), readiness()]);
        setSeries(series);
        setPools();
        setReadiness([...checks, { name: 'metrics', ok: series !== null, detail: 'ok' }]);
        return registry.metrics();
      });
    },
  };
}
