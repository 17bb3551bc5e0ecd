import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { CertificateExpiry } from '../../signer/client/remoteSigner.ts';
import { createCertificateMetric } from './processMetrics.ts';

test('reports when each certificate expires, even one that is known or renewed later', async () => {
  const registry = new Registry();
  let expiries: CertificateExpiry[] = [{ certificate: 'worker', at: new Date(1_800_000_000_000) }];
  createCertificateMetric(registry, () => expiries);
  const name = 'causeway_signer_certificate_expiry_timestamp_seconds';
  expect(await registry.metrics()).toContain(`${name}{certificate="worker"} 1800000000`);
  expiries = [
    { certificate: 'worker', at: new Date(1_900_000_000_000) },
    { certificate: 'signer', at: new Date(1_850_000_000_000) },
  ];
  const later = await registry.metrics();
  expect(later).toContain(`${name}{certificate="worker"} 1900000000`);
  expect(later).toContain(`${name}{certificate="signer"} 1850000000`);
});
