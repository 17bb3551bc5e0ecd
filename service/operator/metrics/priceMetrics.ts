import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { Clock } from '../../clock.ts';
import type { Catalog } from '../../domain/catalog.ts';

/** Registers whether the prices of this process may be quoted with. Tokens without a feed have no series. */
export function createPriceMetrics(registry: Registry, { tokens }: Catalog, clock: Clock): void {
  const fed = tokens.flatMap(({ name, live }) => (live ? [{ name, live }] : []));
  if (fed.length === 0) return;
  new Gauge({
    name: 'causeway_price_known',
    help: '1 when the price feed of the token may be quoted with; at 0 the pairs of the token are not offered',
    labelNames: ['token'],
    registers: [registry],
    collect() {
      for (const { name, live } of fed) this.set({ token: name }, live.findProblem(clock.now()) === null ? 1 : 0);
    },
  });
}
