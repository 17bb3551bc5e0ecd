import type { SendPrepared } from '../answers.ts';
import { PreparedAnswer, prepareJson } from '../answers.ts';
import type { HttpServer } from '../httpServer.ts';
import { REQUEST_DEADLINE_MS, withDeadline } from '../httpServer.ts';
import { createOpenApi } from './createOpenApi.ts';
import { readViewerFile } from './viewerFiles.ts';

/**
 * The page that shows the OpenAPI document. Its URLs are relative, so it works behind a proxy with another prefix. Its
 * files are below `docs/`, next to the document.
 */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Causeway transfer service: interface</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">
</head>
<body>
<noscript>This page needs JavaScript. <a href="openapi.json">Read the OpenAPI document</a> without it.</noscript>
<main id="interface"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/page.js"></script>
</body>
</html>
`;

/** Makes the viewer fit a phone. The document has no links between answers, so their empty column is hidden. */
const PAGE_STYLE = `*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .markdown code { padding: 0 4px; }
`;

/** Starts the viewer. By default it would send the document's URL to an external validator. */
const PAGE_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const followSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followSystem);
followSystem();
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#interface',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  validatorUrl: null,
});
`;

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

type Part = { readonly type: string; readonly read: () => Promise<Buffer> };

/** The page and its files, by path below the prefix. */
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
  // The viewer reads the document and sends the requests that a person tries out.
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

/**
 * Serves a page that shows the OpenAPI document. The first request for a file loads it, so a process without such
 * requests loads nothing.
 */
export function serveApiPage(server: HttpServer, prefix: string, sendPrepared: SendPrepared): void {
  for (const [path, part] of Object.entries(PARTS)) {
    const load = once(async () => new PreparedAnswer(await part.read(), part.type));
    server.get(prefix + path, async (request, reply) => {
      const answer = await withDeadline(REQUEST_DEADLINE_MS, load());
      return sendPrepared(request, reply.headers(HEADERS), answer);
    });
  }
}

/** Runs the work only for the first caller. After a failure, the next caller tries again. */
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

/** The document's path below the prefix. The server also has it at its root, where its first version was. */
const OPENAPI_PATH = '/openapi.json';

export function openApiPaths(prefix: string): readonly string[] {
  return [...new Set([OPENAPI_PATH, prefix + OPENAPI_PATH])];
}

/** Serves the OpenAPI document, prepared in each encoding, with an ETag. */
export function serveOpenApi(server: HttpServer, prefix: string, sendPrepared: SendPrepared): void {
  const document = prepareJson(createOpenApi(prefix));
  for (const path of openApiPaths(prefix)) {
    server.get(path, async (request, reply) => sendPrepared(request, reply, document));
  }
}
