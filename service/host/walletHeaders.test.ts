import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createHost } from './createHost.ts';

const CONFIG = {
  service: { baseUrl: 'https://api.example.org/bridge/v1' },
  chains: [{ rpcUrls: ['https://rpc.example.org/key'] }],
};
const CONNECT = "connect-src 'self' https://api.example.org https://rpc.example.org";

const dir = mkdtempSync(join(tmpdir(), 'causeway-host-wallets-'));
const webDir = join(dir, 'web');
mkdirSync(webDir);
writeFileSync(join(webDir, 'index.html'), '<!doctype html>');
writeFileSync(join(webDir, 'icon.svg'), '<svg/>');
let server: Server;

async function fetchFrom(path: string, wallets?: unknown) {
  const config = JSON.stringify({ ...CONFIG, brand: { name: 'Crossing' }, wallets });
  server = createHost({ webDir, config });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
}

async function directives(wallets?: unknown): Promise<readonly string[]> {
  const { headers } = await fetchFrom('/', wallets);
  return (headers.get('content-security-policy') ?? '').split('; ');
}

afterEach(() => void server.close());
afterAll(() => rmSync(dir, { recursive: true }));

describe('the security headers', () => {
  test('allow no wallet server without wallets', async () => {
    const policy = await directives();
    expect(policy).toContain(CONNECT);
    expect(policy.filter((directive) => directive.startsWith('frame-'))).toEqual(["frame-ancestors 'none'"]);
  });

  test('allow the public relay and its verification frame with a project id', async () => {
    const policy = await directives({ walletConnect: { projectId: 'x' } });
    expect(policy).toContain(`${CONNECT} wss://relay.walletconnect.org https://verify.walletconnect.org`);
    expect(policy).toContain('frame-src https://verify.walletconnect.org');
  });

  test('allow only your own relay if one is configured', async () => {
    const policy = await directives({ walletConnect: { projectId: 'x', relayUrl: 'wss://relay.example/path' } });
    expect(policy).toContain(`${CONNECT} wss://relay.example`);
    expect(policy.join()).not.toContain('walletconnect');
  });

  test('let only the Safe interface show the app in a frame', async () => {
    const { headers } = await fetchFrom('/', { safe: true });
    expect(headers.get('content-security-policy')).toContain('frame-ancestors https://app.safe.global;');
    expect(headers.get('x-frame-options')).toBeNull();
  });
});

describe('the files of a Safe app', () => {
  test('are readable from other origins', async () => {
    const response = await fetchFrom('/manifest.json', { safe: true });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({ name: 'Crossing', iconPath: 'icon.svg' });
  });

  test('include the icon', async () => {
    const { headers } = await fetchFrom('/icon.svg', { safe: true });
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  test('are not offered without the setting', async () => {
    expect((await fetchFrom('/manifest.json')).status).toBe(404);
  });
});
