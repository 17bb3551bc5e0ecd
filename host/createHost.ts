import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { createSecurityHeaders, readConnectOrigins, UnusableHostConfig } from './securityHeaders.ts';

export type HostOptions = {
  /** The built web app, with its compressed files beside it. */
  readonly webDir: string;
  /** What `/config.json` answers; read once. */
  readonly configFile: string;
};

const NOTHING_HERE = 'There is nothing at this address.';
const ONE_YEAR = 'public, max-age=31536000, immutable';
const CHECKED_EACH_TIME = 'no-cache';

/**
 * The server of the built web app; it does not listen yet.
 * @throws UnusableHostConfig
 */
export function createHost({ webDir, configFile }: HostOptions): Server {
  if (!existsSync(join(webDir, 'index.html'))) throw new UnusableHostConfig(`There is no web app in ${webDir}`);
  const config = readFileSync(configFile, 'utf8');
  const headers = createSecurityHeaders(readConnectOrigins(JSON.parse(config)));
  const serveFile = sirv(webDir, {
    // Looks at the folder each time. sirv's list of files from the start would end the process at the first request for
    // one that a newer build has since replaced.
    dev: true,
    brotli: true,
    gzip: true,
    etag: true,
    // A path without a dot is a place in the app, which finds its own way from there.
    single: true,
    ignores: ['/\\.'],
    setHeaders: (response, path) => {
      // vite puts a hash of the content into the name of everything in assets/.
      response.setHeader('Cache-Control', path.startsWith('/assets/') ? ONE_YEAR : CHECKED_EACH_TIME);
    },
  });

  return createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      answer(response, 405, 'This server only answers GET and HEAD.');
    } else if (readPath(request) === '/config.json') {
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(request.method === 'HEAD' ? undefined : config);
    } else if (isHidden(readPath(request))) {
      answer(response, 404, NOTHING_HERE);
    } else {
      serveFile(request, response, () => answer(response, 404, NOTHING_HERE));
    }
  });
}

/** Dot files, and ways out of the folder, however they are written. */
function isHidden(path: string): boolean {
  try {
    return /(?:^|[/\\])\./.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function readPath({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? url;
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(`${text}\n`);
}
