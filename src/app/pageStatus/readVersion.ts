import * as v from 'valibot';

const versionFile = v.object({ version: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)) });

/** The version that the host serves now. @throws if the host does not publish one */
export async function readServedVersion(fetchFn: typeof fetch, signal: AbortSignal): Promise<string> {
  const response = await fetchFn('/version.json', { cache: 'no-store', signal });
  return v.parse(versionFile, await response.json()).version;
}

/** The version of this page; null where Vite serves the sources. */
export function ownVersion(page: Document): string | null {
  return page.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? null;
}
