import { UnusableConfig } from '#shared/config/runtimeConfig.ts';

/** @throws UnusableConfig if `/config.json` is unreachable or not JSON */
export async function fetchConfig(fetchFn: typeof fetch): Promise<unknown> {
  const response = await fetchFn('/config.json', { cache: 'no-store' }).catch((cause: unknown) => {
    throw new UnusableConfig('config.json could not be fetched', { cause });
  });
  if (!response.ok) throw new UnusableConfig(`config.json: HTTP ${response.status}`);
  return response.json().catch((cause: unknown) => {
    throw new UnusableConfig('config.json is not JSON', { cause });
  });
}
