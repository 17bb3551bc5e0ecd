import type { Registry } from 'prom-client';
import { Counter, Histogram } from 'prom-client';
import type { Catalog } from '../../domain/catalog.ts';
import type { PaymentObserver } from '../../domain/paymentObserver.ts';

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
    help: 'Time from the first sight of a deposit to the delivery or refund that this process settled',
    labelNames: ['state'],
    buckets: LATENCY_SECONDS,
    registers,
  });
  const names = new Map(chains.map(({ id, name }) => [id, name]));
  // rate() ignores the first increase of a counter that starts with it, so every counter starts at 0.
  for (const { name: chain } of chains) attempts.inc({ chain }, 0);
  for (const state of ['delivered', 'refunded'] as const) duration.zero({ state });
  return {
    onAttempt: (chainId) => attempts.inc({ chain: names.get(chainId) ?? String(chainId) }),
    onFinished: ({ state, seconds }) => duration.observe({ state }, seconds),
  };
}
