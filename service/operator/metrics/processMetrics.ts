import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Readiness } from '../readiness.ts';

/** The connection pools of requests and workers; the same database twice where they share one. */
export type Pools = { readonly api: Database; readonly workers: Database };

/** Registers the metrics of the connection pools. @returns a function that sets their values */
export function createPoolMetrics(registry: Registry, { api, workers }: Pools): () => void {
  const registers = [registry];
  const connections = new Gauge({
    name: 'causeway_database_connections',
    help: 'Open connections of a pool, idle or busy',
    labelNames: ['pool', 'state'],
    registers,
  });
  const limit = new Gauge({
    name: 'causeway_database_connections_max',
    help: 'Maximum number of connections of a pool',
    labelNames: ['pool'],
    registers,
  });
  const waiting = new Gauge({
    name: 'causeway_database_waiting',
    help: 'Queries that wait for a connection of a pool',
    labelNames: ['pool'],
    registers,
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

/** Registers how wrong this machine's clock is. */
export function createClockMetric(registry: Registry, { aheadSeconds }: Clock): void {
  if (!aheadSeconds) return;
  new Gauge({
    name: 'causeway_clock_ahead_seconds',
    help: "How far this machine's clock is ahead of the database's; negative when it is behind",
    registers: [registry],
    collect() {
      this.set(aheadSeconds());
    },
  });
}

/** Registers the metrics of readiness. @returns a function that sets their values */
export function createReadinessMetrics(registry: Registry): (readiness: Readiness) => void {
  const registers = [registry];
  const ready = new Gauge({
    name: 'causeway_ready',
    help: '1 when the entry of /ready is ok',
    labelNames: ['check'],
    registers,
  });
  let signer: Gauge | null = null;
  return ({ checks }) => {
    for (const { name, ok } of checks) {
      ready.set({ check: name }, ok ? 1 : 0);
      if (name !== 'signer') continue;
      // A process without a signer must not export 0, which means that its signer is down.
      signer ??= new Gauge({ name: 'causeway_signer_up', help: '1 when the signer answers', registers });
      signer.set(ok ? 1 : 0);
    }
  };
}
