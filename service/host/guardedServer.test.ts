import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createGuardedServer } from './createHost.ts';

let server: Server;
let url: string;
let handle: (response: ServerResponse) => void;
const printed = vi.spyOn(console, 'error').mockImplementation(() => {});

beforeAll(async () => {
  server = createGuardedServer((_request, response) => handle(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => void printed.mockClear());
afterAll(() => {
  printed.mockRestore();
  server.close();
});

function fail(): never {
  throw new Error('on purpose');
}

describe('a request whose handler fails', () => {
  test('answers 500, which no cache keeps', async () => {
    handle = fail;
    const response = await fetch(url);
    expect([response.status, response.headers.get('cache-control')]).toEqual([500, 'no-store']);
    expect(printed).toHaveBeenCalledWith('Request failed, GET "/": on purpose');
  });

  test('answers 503 if a newer build has removed the file meanwhile', async () => {
    handle = () => void readFileSync('/nowhere');
    expect((await fetch(url)).status).toBe(503);
  });

  test('closes its connection if a header was already sent', async () => {
    handle = (response) => {
      response.writeHead(206, { 'Content-Length': 10 });
      fail();
    };
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  test('ends no other request, and not the server', async () => {
    const closed = vi.fn();
    server.once('close', closed);
    expect(server.emit('error', new Error('accept EMFILE'))).toBe(true);
    handle = (response) => void response.end('fine');
    expect(await (await fetch(url)).text()).toBe('fine');
    expect(closed).not.toHaveBeenCalled();
  });
});
