import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Server } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { requireSharedBundle } from '../../tools/lab/service/programs.ts';
import { readVersion } from '../boot/version.ts';
import { createHost } from './createHost.ts';
import { UnusableHostConfig } from './securityHeaders.ts';

const CONFIG = {
  brand: { name: 'Causeway' },
  service: { baseUrl: 'https://api.example.org/bridge/v1', category: 'Testnet' },
  chains: [
    { name: 'A', rpcUrls: ['http://127.0.0.1:8545', 'wss://rpc.example.org/key'] },
    { name: 'B', rpcUrls: ['http://127.0.0.1:8545/other'] },
  ],
};
const PAGE = '<!doctype html><title>Causeway</title>';
const SCRIPT = 'console.log("a script");';

const dir = mkdtempSync(join(tmpdir(), 'causeway-host-'));
const webDir = join(dir, 'web');
let server: Server;

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'), { recursive: true });
  writeFileSync(join(webDir, 'index.html'), PAGE);
  writeFileSync(join(webDir, 'assets/app-1a2b3c.js'), SCRIPT);
  writeFileSync(join(webDir, 'assets/app-1a2b3c.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(webDir, '.sources'), 'not for visitors');
  writeFileSync(join(dir, 'secret.txt'), 'outside');
  server = createHost({ webDir, config: JSON.stringify(CONFIG) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true });
});

// fetch would normalize the path and decompress the body.
async function send(path: string, { method = 'GET', headers = {} } = {}) {
  const { port } = server.address() as AddressInfo;
  const [response] = await once(request({ port, host: '127.0.0.1', path, method, headers }).end(), 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

function readPolicy(header: unknown): Record<string, string> {
  return Object.fromEntries(
    String(header)
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  );
}

describe('the pages', () => {
  test.each(['/', '/index.html', '/receipts/0xabc', '/receipts/0xabc?from=here', '/activity'])(
    '%s answers index.html, which browsers revalidate',
    async (path) => {
      const { status, headers, body } = await send(path);
      expect([status, body.toString()]).toEqual([200, PAGE]);
      expect(headers['cache-control']).toBe('no-cache');
    },
  );

  test('sends a hashed asset precompressed and cacheable for a year', async () => {
    const { headers, body } = await send('/assets/app-1a2b3c.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-encoding']).toBe('br');
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(brotliDecompressSync(body).toString()).toBe(SCRIPT);
  });

  test('sends an asset uncompressed if the client accepts no compression', async () => {
    const { headers, body } = await send('/assets/app-1a2b3c.js');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe(SCRIPT);
  });

  test.each(['/assets/app-0ld.js', '/favicon.ico', '/.sources', '/../secret.txt', '/%2e%2e/secret.txt', '/.git/HEAD'])(
    '%s is not found',
    async (path) => {
      const { status, body } = await send(path);
      expect(status).toBe(404);
      expect(body.toString()).toBe('Not found.\n');
    },
  );

  test('keeps running when a newer build removes a file', async () => {
    const path = join(webDir, 'assets/gone-9f8e7d.js');
    writeFileSync(path, SCRIPT);
    expect((await send('/assets/gone-9f8e7d.js')).status).toBe(200);
    rmSync(path);
    expect((await send('/assets/gone-9f8e7d.js')).status).toBe(404);
    expect((await send('/')).status).toBe(200);
  });

  test('serves the app for a path that cannot be decoded', async () => {
    const { status, body } = await send('/%ff%');
    expect([status, body.toString()]).toEqual([200, PAGE]);
  });
});

describe('a range of a file', () => {
  const ask = (range: string, headers = {}) => send('/assets/app-1a2b3c.js', { headers: { range, ...headers } });

  test.each([
    ['bytes=1-4', SCRIPT.slice(1, 5)],
    ['bytes=5-', SCRIPT.slice(5)],
    ['bytes=0-5000', SCRIPT],
  ])('%s is sent on its own', async (range, part) => {
    const { status, headers, body } = await ask(range);
    expect([status, body.toString()]).toEqual([206, part]);
    expect(headers['content-range']).toMatch(new RegExp(`/${SCRIPT.length}$`));
  });

  test.each(['bytes=5000-', 'bytes=5000-6000'])(
    '%s past the end is refused, and no cache keeps the refusal',
    async (range) => {
      const { status, headers } = await ask(range);
      expect([status, headers['content-range'], headers['cache-control']]).toEqual([
        416,
        `bytes */${SCRIPT.length}`,
        'no-store',
      ]);
    },
  );

  test.each([
    ...[
      'bytes=5-2',
      'bytes=0-99999999999999999999',
      'bytes=-5',
      'bytes=0-0',
      'bytes=0-1,4-5',
      'bytes=',
      '5-2',
      'bytes=x-y',
    ],
    ...[`bytes=${'9'.repeat(40)}-`, 'bytes=1e3-2', 'items=1-2', 'bytes=-', 'bytes=--1'],
  ])('%s is ignored, because the whole file is a valid answer', async (range) => {
    const { status, body } = await ask(range);
    expect([status, body.toString()]).toEqual([200, SCRIPT]);
  });

  test('is ignored with a condition', async () => {
    expect((await ask('bytes=1-4', { 'if-range': '"another build"' })).status).toBe(200);
  });
});

// Linux has files that exist but fail when read, even for the superuser.
describe.runIf(process.platform === 'linux')('a file that fails while it is sent', () => {
  test('ends only its own request', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    symlinkSync('/proc/self/mem', join(webDir, 'assets/memory.js'));
    await expect(send('/assets/memory.js')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(printed).toHaveBeenCalledWith(expect.stringMatching(/^Request failed, GET "\/assets\/memory.js": EIO/));
    printed.mockRestore();
    expect((await send('/')).status).toBe(200);
  });

  test('is closed when the client leaves', async () => {
    const path = join(webDir, 'assets/large.js');
    writeFileSync(path, 'x'.repeat(20_000_000));
    const opened = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path;
        } catch {
          return false;
        }
      });
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /assets/large.js HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(socket, 'data');
    expect(opened()).toHaveLength(1);
    socket.destroy();
    await vi.waitUntil(() => opened().length === 0, { timeout: 10_000 });
  });
});

async function sendWithoutPage(path: string) {
  const page = join(webDir, 'index.html');
  renameSync(page, `${page}.away`);
  return send(path).finally(() => renameSync(`${page}.away`, page));
}

describe('/ready', () => {
  test('answers 200 with the version while the app is there, and forbids caching', async () => {
    const { status, headers, body } = await send('/ready');
    const checks = [{ name: 'page', ok: true, detail: 'ok' }];
    expect([status, JSON.parse(body.toString())]).toEqual([200, { ready: true, ...readVersion(), checks }]);
    expect(headers['cache-control']).toBe('no-store');
  });

  test.each(['/ready', '/', '/receipts/0xabc'])('while the page is missing, %s answers 503', async (path) => {
    const { status, headers, body } = await sendWithoutPage(path);
    expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
    expect(body.toString()).toContain('index.html is missing');
  });
});

test('the first line of its log is its version, even if it cannot start', () => {
  const args = [requireSharedBundle().host];
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, CAUSEWAY_INSTALLATION: '/nowhere' };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  const { version, commit } = readVersion();
  expect(stdout).toBe(`Web host starting: causeway ${version} (${commit})\n`);
  expect([status, stderr]).toEqual([1, expect.stringContaining('Could not serve the web app')]);
});

describe('/metrics', () => {
  test('reports the version and whether the page is there, like the other processes', async () => {
    const { version, commit } = readVersion();
    const { status, headers, body } = await send('/metrics');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const lines = body.toString().split('\n');
    expect(lines).toContain(`causeway_build_info{version="${version}",commit="${commit}"} 1`);
    expect(lines).toContain('causeway_ready{check="page"} 1');
    expect((await sendWithoutPage('/metrics')).body.toString()).toContain('causeway_ready{check="page"} 0');
  });
});

describe('/config.json', () => {
  test('answers the configuration, and forbids caching', async () => {
    const { status, headers, body } = await send('/config.json?x=1');
    expect([status, JSON.parse(body.toString())]).toEqual([200, CONFIG]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('answers HEAD with the same headers and no body', async () => {
    const { status, headers, body } = await send('/config.json', { method: 'HEAD' });
    expect([status, headers['cache-control'], body.length]).toEqual([200, 'no-store', 0]);
  });

  test('refuses a configuration with invalid URLs, and names each one', () => {
    const config = JSON.stringify({ service: { baseUrl: 'ftp://x' }, chains: [{ rpcUrls: ["'self'"] }] });
    expect(() => createHost({ webDir, config })).toThrow(UnusableHostConfig);
    expect(() => createHost({ webDir, config })).toThrow(/service\.baseUrl.*\n.*chains\.0\.rpcUrls\.0/);
  });
});

test('refuses a folder without the web app', () => {
  expect(() => createHost({ webDir: dir, config: JSON.stringify(CONFIG) })).toThrow(UnusableHostConfig);
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
  const { status, headers } = await send('/', { method });
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
});

describe('security headers', () => {
  test.each(['/', '/assets/app-1a2b3c.js', '/config.json', '/nothing.txt'])('are on %s', async (path) => {
    const { headers } = await send(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(readPolicy(headers['content-security-policy'])).toMatchObject({ 'default-src': "'none'" });
    expect(headers['permissions-policy']).toMatch(/camera=\(\)/);
  });

  test('allow connections only to the own origin, the service and the chains', async () => {
    const policy = readPolicy((await send('/')).headers['content-security-policy']);
    expect(policy['connect-src']).toBe("'self' https://api.example.org http://127.0.0.1:8545 wss://rpc.example.org");
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'manifest-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });
});
