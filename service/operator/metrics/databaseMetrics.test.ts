import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createDatabaseMetrics } from './metrics.ts';
import type { Sample, Series } from './readRows.ts';

const series = (name: string, samples: readonly Sample[]): Series => ({
  ...{ name, help: 'Help', samples, labelNames: Object.keys(samples[0]?.labels ?? {}) },
});

async function listSamples(registry: Registry): Promise<readonly string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'));
}

test('shows the values of the last read, and none after a failed one, even for a metric without labels', async () => {
  const registry = new Registry();
  const set = createDatabaseMetrics(registry);
  const read = (value: number) => [
    series('stops', [{ labels: {}, value }]),
    series('lag', [{ labels: { chain: 'Northshore' }, value: Number.POSITIVE_INFINITY }]),
  ];
  set(read(3));
  set(read(2));
  const shown = ['stops 2', 'lag{chain="Northshore"} +Inf'];
  expect(await listSamples(registry)).toEqual(shown);
  set(null);
  expect(await listSamples(registry)).toEqual([]);
  set(read(2));
  expect(await listSamples(registry)).toEqual(shown);
});

test('shows nothing for a metric without labels and without a value', async () => {
  const registry = new Registry();
  createDatabaseMetrics(registry)([series('bound', [])]);
  expect(await listSamples(registry)).toEqual([]);
});
