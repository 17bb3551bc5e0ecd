import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createSampleCatalog } from '../../../tools/lab/service/sampleCatalog.ts';
import { createPaymentMetrics } from './processMetrics.ts';

test('counts from 0 what a process signs and finishes', async () => {
  const registry = new Registry();
  const catalog = createSampleCatalog();
  const payments = createPaymentMetrics(registry, catalog);
  const before = await registry.metrics();
  for (const { name } of catalog.chains) expect(before).toContain(`causeway_payment_attempts_total{chain="${name}"} 0`);
  for (const state of ['delivered', 'refunded']) {
    expect(before).toContain(`causeway_transfer_duration_seconds_count{state="${state}"} 0`);
  }
  const [first, second] = catalog.chains;
  if (!first || !second) throw new Error('the example has two chains');
  payments.onAttempt(first.id);
  payments.onFinished({ state: 'refunded', seconds: 700 });
  const after = await registry.metrics();
  expect(after).toContain(`causeway_payment_attempts_total{chain="${first.name}"} 1`);
  expect(after).toContain(`causeway_payment_attempts_total{chain="${second.name}"} 0`);
  expect(after).toContain('causeway_transfer_duration_seconds_bucket{le="600",state="refunded"} 0');
  expect(after).toContain('causeway_transfer_duration_seconds_bucket{le="1200",state="refunded"} 1');
  expect(after).toContain('causeway_transfer_duration_seconds_count{state="delivered"} 0');
});
