import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createHost } from './createHost.ts';

const CONFIG = { service: { baseUrl: 'https://api.example' }, chains: [] };
const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');

const dir = mkdtempSync(join(tmpdir(), 'causeway-brand-'));
const [webDir, brandDir] = [join(dir, 'web'), join(dir, 'files')];
mkdirSync(webDir);
mkdirSync(brandDir);
writeFileSync(join(webDir, 'index.html'), page);
writeFileSync(join(webDir, 'app.js'), 'Causeway');
writeFileSync(
  join(webDir, 'manifest.webmanifest'),
  readFileSync(new URL('../../public/manifest.webmanifest', import.meta.url)),
);
writeFileSync(join(brandDir, 'logo.svg'), '<svg/>');
writeFileSync(join(dir, 'secret.txt'), 'outside');
let server: Server;

async function start(settings: object): Promise<void> {
  const config = JSON.stringify({ ...CONFIG, ...settings });
  server = createHost({ webDir, config, brandDir });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });

async function fetchFrom(path: string, settings: object = {}): Promise<Response> {
  await start(settings);
  return ask(path);
}

afterEach(() => void server.close());
afterAll(() => rmSync(dir, { recursive: true }));

const BRAND = {
  brand: { name: 'Harbour & <Sons>' },
  theme: { light: { background: '#eef2fb' }, dark: { background: '#05070f' } },
};

describe('the page of a branded installation', () => {
  test('is compressed, as the built page is', async () => {
    await start(BRAND);
    const response = await ask('/', { 'accept-encoding': 'gzip, br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toContain('<title>Harbour &amp; &lt;Sons&gt;</title>');
    const plain = await ask('/', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toContain('<title>Harbour &amp; &lt;Sons&gt;</title>');
  });

  test.each(['/', '/index.html', '/receipts/0xabc', '/?embed'])('%s has its name and its backgrounds', async (path) => {
    const response = await fetchFrom(path, BRAND);
    const html = await response.text();
    expect(html).toContain('<title>Harbour &amp; &lt;Sons&gt;</title>');
    expect(html).toContain('media="(prefers-color-scheme: light)" content="#eef2fb"');
    expect(html).toContain('media="(prefers-color-scheme: dark)" content="#05070f"');
    expect(html).not.toContain('Causeway');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('keeps what the configuration does not name', async () => {
    const html = await (await fetchFrom('/', { theme: { light: { background: '#eef2fb' } } })).text();
    expect(html).toBe(page.replace('content="#f3f1ea"', 'content="#eef2fb"'));
  });

  test('is the built page without a brand', async () => {
    expect(await (await fetchFrom('/')).text()).toBe(page);
  });

  test('is the compressed built page if the brand has its name', async () => {
    const file = join(webDir, 'index.html.gz');
    writeFileSync(file, gzipSync(page));
    const brand = { name: 'Causeway', operator: 'Harbour Labs' };
    const response = await fetchFrom('/', { brand }).finally(() => rmSync(file));
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toBe(page);
  });

  test('ignores a background that is not a colour', async () => {
    const theme = { light: { background: '"><script>' } };
    expect(await (await fetchFrom('/', { ...BRAND, theme })).text()).toBe(page);
  });

  test('names the app in the manifest of the phone', async () => {
    const manifest = await (await fetchFrom('/manifest.webmanifest', BRAND)).json();
    expect(manifest).toMatchObject({ name: 'Harbour & <Sons>', background_color: '#eef2fb', start_url: '/' });
  });

  test.each([
    ['/', 'index.html', 503],
    ['/receipts/0xabc', 'index.html', 503],
    ['/manifest.webmanifest', 'manifest.webmanifest', 404],
  ])('%s, while a newer build replaces %s, answers %d', async (path, name, status) => {
    await start(BRAND);
    const file = join(webDir, name);
    renameSync(file, `${file}.away`);
    const response = await ask(path).finally(() => renameSync(`${file}.away`, file));
    expect(response.status).toBe(status);
  });

  test('changes no script', async () => {
    expect(await (await fetchFrom('/app.js', BRAND)).text()).toBe('Causeway');
  });
});

describe('the files of the brand', () => {
  test('are served at /brand/ with the security headers', async () => {
    const response = await fetchFrom('/brand/logo.svg');
    expect([response.status, await response.text()]).toEqual([200, '<svg/>']);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each(['/brand/other.svg', '/brand/..%2fsecret.txt', '/brand/%2e%2e/secret.txt'])(
    '%s is not found',
    async (path) => {
      expect((await fetchFrom(path)).status).toBe(404);
    },
  );
});
