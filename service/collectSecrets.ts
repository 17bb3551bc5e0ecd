import type { Config } from './config/config.ts';
import { listSecrets } from './log/redact.ts';

/** Lists what the log of a process must never show: its URLs and headers, which can hold keys and passwords, and its private key. */
export function collectSecrets({
  catalog,
  database,
  limitStoreUrl,
  signer,
  traces,
}: Pick<Config, 'catalog' | 'database' | 'limitStoreUrl' | 'signer' | 'traces'>): readonly string[] {
  const urls = catalog.chains.flatMap(({ rpcUrls, wsUrls }) => [...rpcUrls, ...wsUrls]);
  const keys = signer?.kind === 'key' ? [signer.key, signer.key.slice(2)] : [];
  if (limitStoreUrl !== null) urls.push(limitStoreUrl);
  if (catalog.screening?.service) urls.push(catalog.screening.service.url);
  if (traces) urls.push(traces.url, ...Object.values(traces.headers));
  return listSecrets([...urls, ...(database.kind === 'postgresql' ? [database.url] : []), ...keys]);
}
