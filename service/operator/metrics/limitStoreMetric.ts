import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';

/** Shows whether the limit store answers. A process without a store has no such metric. */
export function createLimitStoreMetric(registry: Registry, { isUp }: { isUp(): boolean }): void {
  new Gauge({
    name: 'causeway_limit_store_up',
    help: '1 while the limit store answers; at 0 this process limits requests by itself',
    registers: [registry],
    collect() {
      this.set(isUp() ? 1 : 0);
    },
  });
}
