// HOST. Serves the built web app with its security headers. In come the build's files and `config.json`; out go
// answers. It never asks the service, and sends no file from outside the build. Its one port is public, and so is its
// version: the app shows it on each page.

import { existsSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { Version } from '../boot/version.ts';
import { readVersion } from '../boot/version.ts';
import { createInlineHashes, createSecurityHeaders, readReach, UnusableHostConfig } from './securityHeaders.ts';
import { createStaticFiles } from './staticFiles.ts';
import type { WrittenFile } from './writtenFiles.ts';
import { createWrittenFiles, isPage, readSafeFiles } from './writtenFiles.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

function report(what: string, error: unknown): void {
  console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`);
}

/**
 * A status can be sent only while no header has been. After that, closing the connection is the only way to report the
 * failure.
 */
function endFailed(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // A newer build removed the file while the handler was looking at it.
  const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  response.writeHead(isGone ? 503 : 500, { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' });
  response.end('The server failed on this request. Try again in a minute.\n');
}

/**
 * Creates a server that outlives each of its requests: an error thrown by a handler, or a file that fails while it is
 * sent, ends only that request. Node would end the process, and everything else running in it.
 */
export function createGuardedServer(handle: Handle): Server {
  const server = createServer((request, response) => {
    const fail = (error: unknown) => {
      report(`Request failed, ${request.method} ${JSON.stringify(request.url)}`, error);
      endFailed(response, error);
    };
    response.on('error', fail);
    // A package opens its files by itself. This event is the only access to their streams.
    response.on('pipe', (file: Readable) => {
      file.on('error', fail);
      // A pipe leaves its file open when the client goes away, until no more files can be opened.
      response.once('close', () => file.destroy());
    });
    try {
      handle(request, response);
    } catch (error) {
      fail(error);
    }
  });
  // The caller handles a failure to listen. Later errors are connections that can't be accepted.
  server.once('listening', () => server.on('error', (error) => report('Connection not accepted', error)));
  return server;
}

export type HostOptions = {
  /** The folder of the built web app, with its compressed files. */
  readonly webDir: string;
  /** Served as `/config.json`. */
  readonly config: string;
  /** The installation's own files, such as its logo and its fonts, served at `/brand/`. */
  readonly brandDir?: string | undefined;
};

const NOT_FOUND = 'Not found.';
const NO_PAGE = 'index.html is missing in the folder of the web app. Try again in a minute.';
/** For load balancers, `causeway ready` and Prometheus. The app has no pages with these names. */
const READY = '/ready';
const METRICS = '/metrics';
const FOR_ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/**
 * Creates the built web app's server; the caller makes it listen.
 * @throws UnusableHostConfig if the folder has no web app or the configuration is invalid
 */
export function createHost({ webDir, config, brandDir }: HostOptions): Server {
  if (!existsSync(join(webDir, 'index.html')))
    throw new UnusableHostConfig(`${webDir} has no index.html. Run "npm run build", or put the built web app there.`);
  const reach = readReach(JSON.parse(config));
  const hashes = createInlineHashes(webDir);
  const safeFiles = readSafeFiles(JSON.parse(config));
  const findWritten = createWrittenFiles({ config, webDir, safeFiles });
  const serveFile = createStaticFiles({ webDir, brandDir });
  const compress = createCompressor();

  const version = readVersion();
  const hasPage = () => existsSync(join(webDir, 'index.html'));

  const answerMissing = (response: ServerResponse, path: string) => {
    if (isPage(path) && !hasPage()) answer(response, 503, NO_PAGE);
    else answer(response, 404, NOT_FOUND);
  };
  const serveApp = (request: IncomingMessage, response: ServerResponse, path: string) => {
    if (path === READY && !hasPage()) response.statusCode = 503;
    const written = describeSelf(path, version, hasPage) ?? findWritten(path);
    if (written) send(request, response, { file: written, compress });
    else serveFile(request, response, () => answerMissing(response, path));
  };

  return createGuardedServer((request, response) => {
    const path = readPath(request);
    const headers = createSecurityHeaders(reach, hashes());
    const ownHeaders = safeFiles?.paths.has(path) ? { ...headers, ...FOR_ANY_ORIGIN } : headers;
    for (const [name, value] of Object.entries(ownHeaders)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      answer(response, 405, 'Method not allowed. This server answers GET and HEAD.');
    } else if (isHidden(path)) {
      answer(response, 404, NOT_FOUND);
    } else serveApp(request, response, path);
  });
}

const encodings = new Negotiator({ supportedValues: ['br'] });
// The page, the configuration and the manifests, and those of a newer build.
const MAX_COMPRESSED = 8;

/** Creates what compresses each text once. */
function createCompressor(): (text: string) => Buffer {
  const compressed = new Map<string, Buffer>();
  return (text) => {
    const body = compressed.get(text) ?? brotliCompressSync(text);
    compressed.set(text, body);
    const [oldest] = compressed.keys();
    if (compressed.size > MAX_COMPRESSED && oldest !== undefined) compressed.delete(oldest);
    return body;
  };
}

type Sending = { readonly file: WrittenFile; readonly compress: (text: string) => Buffer };

function send(request: IncomingMessage, response: ServerResponse, { file, compress }: Sending): void {
  const { type, text, cache } = file;
  response.setHeader('Cache-Control', cache);
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Vary', 'Accept-Encoding');
  const accepted = request.headers['accept-encoding'];
  const isCompressed = accepted !== undefined && encodings.negotiate(accepted) === 'br';
  if (isCompressed) response.setHeader('Content-Encoding', 'br');
  response.end(request.method === 'HEAD' ? undefined : isCompressed ? compress(text) : text);
}

/** Matches dot files and paths that leave the folder, in any encoding. */
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

/**
 * What the other processes answer on the operator's port (service/operator/server.ts), with the same keys and metrics.
 */
function describeSelf(path: string, version: Version, hasPage: () => boolean): WrittenFile | null {
  if (path === READY) {
    const ready = hasPage();
    const checks = [{ name: 'page', ok: ready, detail: ready ? 'ok' : NO_PAGE }];
    const text = JSON.stringify({ ready, ...version, checks });
    return { type: 'application/json', text, cache: 'no-store' };
  }
  if (path !== METRICS) return null;
  const lines = [
    '# TYPE causeway_build_info gauge',
    `causeway_build_info{version="${version.version}",commit="${version.commit}"} 1`,
    '# TYPE causeway_ready gauge',
    `causeway_ready{check="page"} ${hasPage() ? 1 : 0}`,
  ];
  return { type: 'text/plain; version=0.0.4', text: `${lines.join('\n')}\n`, cache: 'no-store' };
}
