import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

const ONE_YEAR = 'public, max-age=31536000, immutable';
const ONE_DAY = 'public, max-age=86400';
const REVALIDATE = 'no-cache';
const BRAND = '/brand/';

type Folders = { readonly webDir: string; readonly brandDir: string | undefined };
type Serve = (request: IncomingMessage, response: ServerResponse, onMissing: () => void) => void;

/** Serves the files of the build, and the installation's own files at `/brand/`. */
export function createStaticFiles({ webDir, brandDir }: Folders): Serve {
  const serveBuild = sirv(webDir, {
    // Reads the folder on each request. Otherwise sirv lists the files at start, and a request for a file that a newer
    // build has removed ends the process.
    dev: true,
    brotli: true,
    gzip: true,
    etag: true,
    // A path without a dot is a page of the app, so index.html answers it.
    single: true,
    ignores: ['/\\.'],
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', cacheOf(path));
    },
  });
  const serveBrand = brandDir === undefined ? null : sirv(brandDir, { dev: true, etag: true });
  return (request, response, onMissing) => {
    const { url = '/' } = request;
    if (!serveBrand || !url.startsWith(BRAND)) return serveBuild(request, response, onMissing);
    request.url = url.slice(BRAND.length - 1);
    serveBrand(request, response, onMissing);
  };
}

function cacheOf(path: string): string {
  // Vite puts a content hash into every file name in assets/.
  if (path.startsWith('/assets/')) return ONE_YEAR;
  // A selector shows dozens. Without a day in the cache, each visit would ask for each of them.
  return path.startsWith('/logos/') ? ONE_DAY : REVALIDATE;
}
