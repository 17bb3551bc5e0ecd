import { readBrand } from './brandedPage.ts';
import type { SafeFiles } from './safeManifest.ts';

/** An answer that the host writes from the configuration, instead of a file of the build. */
export type WrittenFile = { readonly type: string; readonly text: string; readonly cache: string };

// As sirv: a path without a dot in its last part is a page of the app.
const FILE = /\/[^/]*\.\w+$/;
export const isPage = (path: string) => path === '/index.html' || !(FILE.test(path) || path.startsWith('/brand/'));

type Inputs = { readonly config: string; readonly webDir: string; readonly safeFiles: SafeFiles | null };

/** @returns what finds the written file of a path; it finds null where the build has the file */
export function createWrittenFiles({ config, webDir, safeFiles }: Inputs): (path: string) => WrittenFile | null {
  const brand = readBrand(JSON.parse(config));
  const json = (text: string): WrittenFile => ({ type: 'application/json', text, cache: 'no-store' });
  const branded = (type: string, text: string | null) => (text === null ? null : { type, text, cache: 'no-cache' });
  return (path) => {
    if (path === '/config.json') return json(config);
    if (path === '/manifest.json' && safeFiles) return json(safeFiles.manifest);
    if (!brand) return null;
    if (path === '/manifest.webmanifest') return branded('application/manifest+json', brand.manifest(webDir));
    return isPage(path) ? branded('text/html', brand.page(webDir)) : null;
  };
}
