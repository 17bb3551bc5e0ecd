import type { Config } from './config/config.ts';
import { listSecrets } from './log/redact.ts';

/** Lists what the log of a process must never show: its URLs, which can hold keys and passwords, and its private key. */
export function collectSecrets({
  catalog,
  database,
  signer,
}: Pick<Config, 'catalog' | 'database' | 'signer'>): readonly string[] {
  const urls = catalog.chains.flatMap(({ rpcUrls, wsUrls }) => [...rpcUrls, ...wsUrls]);
  const keys = signer?.kind === 'key' ? [signer.key, signer.key.slice(2)] : [];
  if (catalog.screening?.service) urls.push(catalog.screening.service.url);
  return listSecrets([...urls, ...(database.kind === 'postgresql' ? [database.url] : []), ...keys]);
}
