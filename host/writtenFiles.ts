import { readBrand } from './brandedPage.ts';
import type { SafeFiles } from './safeManifest.ts';

/** An answer that the host writes from the configuration, instead of a file of the build. */
export type WrittenFile = { readonly type: string; readonly text: string; readonly cache: string };

// As sirv: a path without a dot in its last part is a page of the app.
const FILE = /\/[^/]*\.\w+$/;
const isPage = (path: string) => path === '/index.html' || !(FILE.test(path) || path.startsWith('/brand/'));

type Inputs = { readonly config: string; readonly webDir: string; readonly safeFiles: SafeFiles | null };

/** @returns what finds the written file of a path; it finds null where the build has the file */
export function createWrittenFiles({ config, webDir, safeFiles }: Inputs): (path: string) => WrittenFile | null {
  const brand = readBrand(JSON.parse(config));
  const json = (text: string): WrittenFile => ({ type: 'application/json', text, cache: 'no-store' });
  return (path) => {
    if (path === '/config.json') return json(config);
    if (path === '/manifest.json' && safeFiles) return json(safeFiles.manifest);
    if (!brand) return null;
    if (path === '/manifest.webmanifest')
      return { type: 'application/manifest+json', text: brand.manifest(webDir), cache: 'no-cache' };
    return isPage(path) ? { type: 'text/html', text: brand.page(webDir), cache: 'no-cache' } : null;
  };
}
