import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabases } from '../../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../../tools/lab/postgres/testDatabases.ts';
import { createServer, HTTP_CONFIG } from '../../../tools/lab/service/testHttpServer.ts';
import type { HttpServer } from '../httpServer.ts';
import { apiPagePaths } from './serve.ts';

const { prefix } = HTTP_CONFIG;
const PAGE = `${prefix}/docs`;
const ORIGIN = 'http://bridge.example';

let databases: TestDatabases;
let server: HttpServer;

beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  server = await createServer(await databases.open());
});
afterAll(async () => {
  await server?.close();
  await databases?.stop();
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
const findAddresses = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, address = '']) => new URL(address, ORIGIN + PAGE).href);

test('the page loads its files and the document from the same server, and nothing else', async () => {
  const page = await get(PAGE);
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const parts = findAddresses(page.body, /(?:src|href)="(?!data:)([^"]+)"/g);
  const script = (await get(`${PAGE}/page.js`)).body;
  const [document] = findAddresses(script, /url: '([^']+)'/g);
  expect(document).toBe(`${ORIGIN}${prefix}/openapi.json`);
  const others = apiPagePaths(prefix).filter((path) => path !== PAGE);
  expect(parts.sort()).toEqual([document, ...others.map((path) => ORIGIN + path)].sort());
});

test.each([
  ['', 'text/html', 'swagger-ui-bundle.js'],
  ['/page.js', 'text/javascript', 'SwaggerUIBundle('],
  ['/page.css', 'text/css', 'body'],
  ['/swagger-ui-bundle.js', 'text/javascript', 'SwaggerUIBundle'],
  ['/swagger-ui.css', 'text/css', '.swagger-ui'],
])('docs%s is %s with the strict policy, compressed, and cached by its tag', async (...[path, type, content]) => {
  const answer = await get(PAGE + path, { 'accept-encoding': 'br' });
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'br']);
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain(content);
  expect(answer.headers).toMatchObject({
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  const policy = String(answer.headers['content-security-policy']).split('; ');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy.join()).not.toMatch(/unsafe|https?:|\*/);
  const again = await get(PAGE + path, { 'if-none-match': String(answer.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('only the page has the policy, and each file answers only GET', async () => {
  const document = await get(`${prefix}/openapi.json`);
  expect(document.headers).not.toHaveProperty('content-security-policy');
  for (const url of apiPagePaths(prefix)) {
    const refused = await server.inject({ method: 'POST', url, payload: {} });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
  }
  const missing = await get(`${PAGE}/swagger-ui.js`);
  expect(missing.statusCode).toBe(404);
});

test('a request for the page counts under the rate limit', async () => {
  const config = { rateLimit: { perSecond: 0.01, burst: 2 } };
  const limited = await createServer(await databases.open(), { config });
  const statuses = [];
  for (let request = 0; request < 3; request += 1) statuses.push((await limited.inject({ url: PAGE })).statusCode);
  await limited.close();
  expect(statuses).toEqual([200, 200, 429]);
});
