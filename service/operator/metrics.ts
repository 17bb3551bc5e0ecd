import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { RpcObserver } from '../chain/rpcObserver.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Figures } from '../db/figures.ts';
import { readFigures } from '../db/figures.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { RequestObserver } from '../http/observeRequests.ts';
import { createRequestMetrics, createRpcMetrics } from './callMetrics.ts';
import { renderDurations } from './durationHistogram.ts';
import { createFigureMetrics } from './figureMetrics.ts';
import type { Readiness } from './readiness.ts';
import { shareAnswer } from './shareAnswer.ts';
import { withinTime } from './withinTime.ts';

export type MetricsContext = {
  readonly catalog: Catalog;
  /** What requests and workers use; the metrics are read from the first, so that they never hold up a payment. */
  readonly pools: { readonly api: Database; readonly workers: Database };
  readonly clock: Clock;
  readonly logger: Logger;
};

export type Metrics = {
  readonly rpc: RpcObserver;
  readonly requests: RequestObserver;
  /** Makes what reads everything anew, at most once a second, and answers Prometheus' text format. */
  createRenderer(readiness: () => Promise<Readiness>): () => Promise<string>;
};

const FIGURES_TIMEOUT_MS = 3000;
const KEEP_MS = 1000;

type Description = { readonly name: string; readonly help: string; readonly labelNames?: string[] };

function createGauge(registry: Registry, description: Description): Gauge {
  return new Gauge({ ...description, registers: [registry] });
}

function createPoolMetrics(registry: Registry, { api, workers }: MetricsContext['pools']): () => void {
  const connections = createGauge(registry, {
    name: 'causeway_database_connections',
    help: 'Open connections of a pool, idle or busy',
    labelNames: ['pool', 'state'],
  });
  const limit = createGauge(registry, {
    name: 'causeway_database_connections_max',
    help: 'How many connections a pool opens at most',
    labelNames: ['pool'],
  });
  const waiting = createGauge(registry, {
    name: 'causeway_database_waiting',
    help: 'How many wait for a connection of a pool',
    labelNames: ['pool'],
  });
  return () => {
    for (const [pool, database] of Object.entries(api === workers ? { all: api } : { api, workers })) {
      const use = database.poolUse();
      if (!use) continue;
      connections.set({ pool, state: 'idle' }, use.idle);
      connections.set({ pool, state: 'busy' }, use.open - use.idle);
      limit.set({ pool }, use.limit);
      waiting.set({ pool }, use.waiting);
    }
  };
}

function createReadinessMetrics(registry: Registry): (readiness: Readiness) => void {
  const ready = createGauge(registry, {
    name: 'causeway_ready',
    help: '1 where a check of /ready passes',
    labelNames: ['check'],
  });
  let signer: Gauge | null = null;
  return ({ checks }) => {
    for (const { name, ok } of checks) {
      ready.set({ check: name }, ok ? 1 : 0);
      if (name !== 'signer') continue;
      // Only where there is one: a process without a signer must not look like one whose signer is down.
      signer ??= createGauge(registry, { name: 'causeway_signer_up', help: '1 where the signer answers' });
      signer.set(ok ? 1 : 0);
    }
  };
}

/** Metrics in a registry of their own: two services in one process do not count each other's. */
export function createMetrics({ catalog, pools, clock, logger }: MetricsContext): Metrics {
  const registry = new Registry();
  const setFigures = createFigureMetrics(registry, catalog, clock);
  const setPools = createPoolMetrics(registry, pools);
  const setReadiness = createReadinessMetrics(registry);
  const up = createGauge(registry, {
    name: 'causeway_database_up',
    help: '1 where the database answered this look at it; without it there are no metrics from the database',
  });

  const read = async (): Promise<Figures | null> => {
    try {
      return await withinTime(FIGURES_TIMEOUT_MS, readFigures(pools.api, catalog));
    } catch (error) {
      logger.warn({ err: error }, 'the database could not be asked for the metrics');
      return null;
    }
  };
  return {
    rpc: createRpcMetrics(registry, catalog),
    requests: createRequestMetrics(registry),
    createRenderer: (readiness) => {
      collectDefaultMetrics({ register: registry });
      return shareAnswer(KEEP_MS, async () => {
        const [figures, answer] = await Promise.all([read(), readiness()]);
        up.set(figures ? 1 : 0);
        setFigures(figures);
        setPools();
        setReadiness(answer);
        return (await registry.metrics()) + (figures ? `\n${renderDurations(figures.tallies)}` : '');
      });
    },
  };
}
