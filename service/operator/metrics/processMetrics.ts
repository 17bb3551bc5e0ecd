import type { Registry } from 'prom-client';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Clock } from '../../boot/clock.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import type { Version } from '../../boot/version.ts';
import type { Database } from '../../db/database.ts';
import type { PaymentObserver } from '../../payments/model/paymentObserver.ts';
import type { CertificateExpiry } from '../../signer/client/remoteSigner.ts';
import type { ProbeResult } from '../readiness.ts';

/** Registers which version this process runs. */
export function createBuildMetric(registry: Registry, { version, commit }: Version): void {
  new Gauge({
    name: 'causeway_build_info',
    help: 'Always 1; the labels are the version of the program and the commit of its sources',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version, commit }, 1);
}

/** Registers when the certificates on the way to the signer expire. */
export function createCertificateMetric(registry: Registry, listExpiries: () => readonly CertificateExpiry[]): void {
  new Gauge({
    name: 'causeway_signer_certificate_expiry_timestamp_seconds',
    help: 'when a certificate on the way to the signer ends, in seconds since 1970',
    labelNames: ['certificate'],
    registers: [registry],
    collect() {
      for (const { certificate, at } of listExpiries()) this.set({ certificate }, at.getTime() / 1000);
    },
  });
}

/** Registers whether this process's prices may be used for quotes. Tokens without a feed have no series. */
export function createPriceMetrics(registry: Registry, catalog: Catalog, clock: Clock): void {
  new Gauge({
    name: 'causeway_price_known',
    help: '1 when the price feed of the token may be quoted with; at 0 the pairs of the token are not offered',
    labelNames: ['token'],
    registers: [registry],
    collect() {
      for (const { name, live } of catalog.tokens) {
        if (live) this.set({ token: name }, live.findProblem(clock.now()) === null ? 1 : 0);
      }
    },
  });
}

const LATENCY_SECONDS = [5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1200, 1800, 3600, 7200, 21_600, 86_400];

/** Counts what the workers of this process sign and finish. */
export function createPaymentMetrics(registry: Registry, { chains }: Catalog): PaymentObserver {
  const registers = [registry];
  const attempts = new Counter({
    name: 'causeway_payment_attempts_total',
    help: 'Transactions that this process signed for payments, replacements included',
    labelNames: ['chain'],
    registers,
  });
  const duration = new Histogram({
    name: 'causeway_transfer_duration_seconds',
    help: 'Time from when a deposit was first seen to the delivery or refund that this process settled',
    labelNames: ['state'],
    buckets: LATENCY_SECONDS,
    registers,
  });
  const names = new Map(chains.map(({ id, name }) => [id, name]));
  // rate() ignores the increase with which a counter appears, so every counter starts at 0.
  for (const { name: chain } of chains) attempts.inc({ chain }, 0);
  for (const state of ['delivered', 'refunded'] as const) duration.zero({ state });
  return {
    onAttempt: (chainId) => attempts.inc({ chain: names.get(chainId) ?? String(chainId) }),
    onFinished: ({ state, seconds }) => duration.observe({ state }, seconds),
  };
}

/** The connection pools of requests and workers; the same database twice if they share one. */
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
export function createReadinessMetrics(registry: Registry): (checks: readonly ProbeResult[]) => void {
  const ready = new Gauge({
    name: 'causeway_ready',
    help: '1 when the entry of /ready is ok; metrics is 1 when the database answered for this page, which lacks its metrics otherwise',
    labelNames: ['check'],
    registers: [registry],
  });
  const noted = new Gauge({
    name: 'causeway_ready_note',
    help: '1 when the entry of /ready is ok, but says what needs attention',
    labelNames: ['check'],
    registers: [registry],
  });
  return (checks) => {
    for (const { name, ok, detail } of checks) {
      ready.set({ check: name }, ok ? 1 : 0);
      noted.set({ check: name }, ok && detail !== 'ok' ? 1 : 0);
    }
  };
}
