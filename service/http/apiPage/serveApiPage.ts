import { REQUEST_DEADLINE_MS, withDeadline } from '../deadline.ts';
import type { HttpServer } from '../httpServer.ts';
import { PreparedAnswer } from '../preparedAnswer.ts';
import type { SendPrepared } from '../sendPrepared.ts';
import { PAGE, PAGE_SCRIPT, PAGE_STYLE } from './page.ts';
import { readViewerFile } from './viewerFiles.ts';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

type Part = { readonly type: string; readonly read: () => Promise<Buffer> };

/** The page and its parts, by their place below the prefix. */
const PARTS: Readonly<Record<string, Part>> = {
  '/docs': { type: HTML, read: async () => Buffer.from(PAGE) },
  '/docs/page.js': { type: SCRIPT, read: async () => Buffer.from(PAGE_SCRIPT) },
  '/docs/page.css': { type: STYLE, read: async () => Buffer.from(PAGE_STYLE) },
  '/docs/swagger-ui-bundle.js': { type: SCRIPT, read: () => readViewerFile('swagger-ui-bundle.js') },
  '/docs/swagger-ui.css': { type: STYLE, read: () => readViewerFile('swagger-ui.css') },
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The style sheet of the viewer contains its icons.
  "img-src 'self' data:",
  // The viewer reads the document, and sends the requests that a person tries out.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

export function apiPagePaths(prefix: string): readonly string[] {
  return Object.keys(PARTS).map((path) => prefix + path);
}

/** Serves a page that shows the OpenAPI document. The first request for a part loads it; a process without one loads nothing. */
export function serveApiPage(server: HttpServer, prefix: string, sendPrepared: SendPrepared): void {
  for (const [path, part] of Object.entries(PARTS)) {
    const load = once(async () => new PreparedAnswer(await part.read(), part.type));
    server.get(prefix + path, async (request, reply) => {
      const answer = await withDeadline(REQUEST_DEADLINE_MS, load());
      return sendPrepared(request, reply.headers(HEADERS), answer);
    });
  }
}

/** Runs the work for the first caller only. After a failure, the next caller tries again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
}
