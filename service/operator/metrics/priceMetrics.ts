import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { Clock } from '../../clock.ts';
import type { Catalog } from '../../domain/catalog.ts';

/** Registers whether the prices of this process may be quoted with. Tokens without a feed have no series. */
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
