import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';

/** Registers whether the last reload was refused. @returns a function that takes the outcome of a reload */
export function createReloadMetric(registry: Registry): (isRefused: boolean) => void {
  const refused = new Gauge({
    name: 'causeway_config_refused',
    help: '1 when the last reload of the configuration was refused: the process uses the version from before',
    registers: [registry],
  });
  refused.set(0);
  return (isRefused) => refused.set(isRefused ? 1 : 0);
}
