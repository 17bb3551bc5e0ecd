import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { CertificateExpiry } from '../../chain/signerRoute.ts';

/** Registers when the certificates on the way to the signer end. */
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
