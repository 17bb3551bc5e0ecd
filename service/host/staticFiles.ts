import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

const ONE_YEAR = 'public, max-age=31536000, immutable';
const ONE_DAY = 'public, max-age=86400';
const REVALIDATE = 'no-cache';
const BRAND = '/brand/';

type Folders = { readonly webDir: string; readonly brandDir: string | undefined };
type Serve = (request: IncomingMessage, response: ServerResponse, onMissing: () => void) => void;

const RANGE = /^bytes=(\d+)-(\d*)$/;

/**
 * Leaves on a request only a range that sirv handles correctly: it misreads others, or throws. A server may ignore any
 * range and send the whole file (https://www.rfc-editor.org/rfc/rfc9110#section-14.2). sirv doesn't read If-Range at
 * all.
 */
function dropUnreadableRange({ method, headers }: IncomingMessage): void {
  const [, first = '', last = ''] = RANGE.exec(headers.range ?? '') ?? [];
  const isReadable = last === '' || (Number(last) > 0 && Number(last) >= Number(first));
  const fits = Number.isSafeInteger(Number(first)) && Number.isSafeInteger(Number(last));
  if (first !== '' && isReadable && fits && method === 'GET' && headers['if-range'] === undefined) return;
  delete headers.range;
}

/** Whether sirv answers 416. No cache may keep that answer instead of the file. */
function isBeyondEnd({ headers }: IncomingMessage, size: number): boolean {
  const [, first] = RANGE.exec(headers.range ?? '') ?? [];
  return first !== undefined && Number(first) >= size;
}

/** Serves the files of the build, and the installation's own files at `/brand/`. */
export function createStaticFiles({ webDir, brandDir }: Folders): Serve {
  const serveBuild = sirv(webDir, {
    // Reads the folder on each request. Otherwise sirv lists the files at start, and wouldn't find a newer build's
    // files.
    dev: true,
    brotli: true,
    gzip: true,
    etag: true,
    // A path without a dot is a page of the app, so index.html answers it.
    single: true,
    ignores: ['/\\.'],
    setHeaders: (response, path, { size }) => {
      response.setHeader('Cache-Control', isBeyondEnd(response.req, size) ? 'no-store' : cacheOf(path));
    },
  });
  const serveBrand = brandDir === undefined ? null : sirv(brandDir, { dev: true, etag: true });
  return (request, response, onMissing) => {
    const { url = '/' } = request;
    dropUnreadableRange(request);
    if (!serveBrand || !url.startsWith(BRAND)) return serveBuild(request, response, onMissing);
    request.url = url.slice(BRAND.length - 1);
    serveBrand(request, response, onMissing);
  };
}

function cacheOf(path: string): string {
  // Vite puts a content hash into every file name in assets/.
  if (path.startsWith('/assets/')) return ONE_YEAR;
  // A selector shows dozens. If they weren't cached for a day, each visit would request all of them.
  return path.startsWith('/logos/') ? ONE_DAY : REVALIDATE;
}
