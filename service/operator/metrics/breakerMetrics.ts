import { totalFlows } from '../../domain/breaker.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { PRICE_DECIMALS } from '../../domain/price.ts';
import type { DatabaseMetric } from './databaseMetric.ts';
import { findRow, perChain } from './databaseMetric.ts';
import { toDisplayNumber } from './tokenSamples.ts';

function toValue(value: bigint | null): number {
  return value === null ? Number.POSITIVE_INFINITY : toDisplayNumber(value, PRICE_DECIMALS);
}

/** Metrics of the circuit breaker. Without one, only the stops have values. */
export function createBreakerMetrics(catalog: Catalog): readonly DatabaseMetric[] {
  return [
    {
      name: 'causeway_breaker_stops',
      help: 'Stops of the circuit breaker that no operator has ended',
      labelNames: [],
      read: ({ breaker }) => [{ labels: {}, value: breaker.stops }],
    },
    {
      name: 'causeway_breaker_flow',
      help: "Value of the deposits, the payments, and the payments without deposits in the breaker's window, in the currency of the prices",
      labelNames: ['direction'],
      read: ({ breaker: { flows, uncovered } }) => {
        if (!catalog.breaker) return [];
        const { inflow, outflow } = totalFlows(catalog, flows);
        return [
          { labels: { direction: 'in' }, value: toValue(inflow) },
          { labels: { direction: 'out' }, value: toValue(outflow) },
          { labels: { direction: 'uncovered' }, value: toValue(uncovered) },
        ];
      },
    },
    {
      name: 'causeway_breaker_bound',
      help: 'maxNetOutflow of the breaker',
      labelNames: [],
      read: () => (catalog.breaker ? [{ labels: {}, value: toValue(catalog.breaker.maxNetOutflow) }] : []),
    },
    {
      name: 'causeway_breaker_read_age_seconds',
      help: 'Time since the circuit breaker has read every event of the chain; infinite before the first reading',
      labelNames: ['chain'],
      read: ({ breaker: { readings } }) =>
        catalog.breaker
          ? perChain(catalog, (chain) => findRow(readings, chain)?.ageSeconds ?? Number.POSITIVE_INFINITY)
          : [],
    },
  ];
}
