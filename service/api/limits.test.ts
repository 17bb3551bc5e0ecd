import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import {
  createServer,
  HTTP_CONFIG,
  listen,
  openWithQuotes,
  sendBytes,
} from '../../tools/lab/service/testHttpServer.ts';
import type { Database } from '../db/database.ts';
import { createClientUse } from './clientUse.ts';
import type { HttpServer } from './httpServer.ts';

const { prefix } = HTTP_CONFIG;
const PAIRS = { method: 'POST', url: `${prefix}/get_all_pair_infos`, payload: {} } as const;

let databases: TestDatabases;
let database: Database;
let server: HttpServer | null = null;

beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await openWithQuotes(databases);
});

afterEach(async () => {
  await server?.close();
  server = null;
});

afterAll(async () => {
  await databases?.stop();
});

describe('a client above the rate limit', () => {
  // The bucket refills so slowly that it stays empty during the test.
  const config = { rateLimit: { perSecond: 0.001, burst: 3 } };

  test('gets 429 with Retry-After, while other clients are served', async () => {
    const counted: number[] = [];
    server = await createServer(database, { config, observer: ({ code }) => counted.push(code) });
    for (let i = 0; i < 3; i += 1) expect((await server.inject(PAIRS)).statusCode).toBe(200);
    const refused = await server.inject({ ...PAIRS, headers: { origin: 'https://app.example' } });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({
      data: null,
      status: { code: 429, message: expect.stringMatching(/^This client sends too many requests/) },
    });
    expect(refused.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^(?:9\d\d|1000)$/),
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after, x-request-id',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await server.inject({ ...PAIRS, remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
    expect(counted).toEqual([0, 0, 0, 429, 0]);
  });

  test('cannot change its address with a header unless a trusted proxy sends it', async () => {
    const askAs = async (through: HttpServer, names: readonly string[]) => {
      const ask = (name: string) => through.inject({ ...PAIRS, headers: { 'x-forwarded-for': name } });
      const codes: number[] = [];
      for (const name of names) codes.push((await ask(name)).statusCode);
      return codes;
    };
    const four = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
    server = await createServer(database, { config });
    expect(await askAs(server, four)).toEqual([200, 200, 200, 429]);
    await server.close();
    server = await createServer(database, { config: { ...config, trustProxy: ['127.0.0.0/8'] } });
    expect(await askAs(server, four)).toEqual([200, 200, 200, 200]);
    // The proxy appends the real address to the client's header.
    const forged = [1, 2, 3, 4].map((last) => `198.51.100.${last}, 203.0.113.9`);
    expect(await askAs(server, forged)).toEqual([200, 200, 200, 429]);
  });

  test('is noticed when a container gateway in the trusted network stands for every client', async () => {
    const clientUse = createClientUse(() => {});
    const trustProxy = ['127.0.0.1', '172.18.0.0/16'];
    server = await createServer(database, { clientUse, config: { ...config, trustProxy } });
    const askThroughGateway = (through: HttpServer) =>
      through.inject({ ...PAIRS, headers: { 'x-forwarded-for': '172.18.0.1' } });
    const codes: number[] = [];
    for (let i = 0; i < 100; i += 1) codes.push((await askThroughGateway(server)).statusCode);
    expect(codes.slice(0, 4)).toEqual([200, 200, 200, 429]);
    expect(clientUse.describe()).toMatch(/^requests count as the trusted proxy 172.18.0.1 .* names it/);
  });

  test('is refused at every address, before its body is read', async () => {
    server = await createServer(database, { config });
    const port = await listen(server);
    for (let i = 0; i < 3; i += 1) await sendBytes(port, 'GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n');
    const { head } = await sendBytes(
      port,
      `POST ${prefix}/get_receipt HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n`,
    );
    expect(head).toMatch(/^HTTP\/1\.1 429 /);
  });
});

describe('a client with many idle connections', () => {
  const ASK = `POST ${prefix}/get_all_pair_infos HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`;
  const LIMIT = { maxConnectionsPerClient: 100 };

  /** Opens idle connections in groups, because the system's queue for new connections is short. */
  async function openIdle(port: number, count: number): Promise<readonly Socket[]> {
    const sockets: Socket[] = [];
    while (sockets.length < count) {
      const group = Array.from({ length: 100 }, () => connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1' }));
      for (const socket of group) socket.on('error', () => {}).resume();
      await Promise.all(group.map((socket) => once(socket, 'connect')));
      await sleep(20);
      sockets.push(...group);
    }
    return sockets;
  }

  const countOpen = (sockets: readonly Socket[]) => sockets.filter(({ closed }) => !closed).length;
  const closeAll = (sockets: readonly Socket[]) => {
    for (const socket of sockets) socket.destroy();
  };

  test('cannot use up the connections, so another address is served', async () => {
    server = await createServer(database, { config: LIMIT });
    const port = await listen(server);
    const idle = await openIdle(port, 2200);
    expect((await sendBytes(port, ASK, '127.0.0.2')).head).toMatch(/^HTTP\/1\.1 200 /);
    expect(countOpen(idle)).toBeLessThanOrEqual(100);
    closeAll(idle);
    // Closing connections frees its share again.
    await vi.waitUntil(async () => (await sendBytes(port, ASK)).head.startsWith('HTTP/1.1 200 '), { timeout: 10_000 });
  });

  test('is not limited when it is a trusted proxy', async () => {
    server = await createServer(database, { config: { ...LIMIT, trustProxy: ['127.0.0.1'] } });
    const idle = await openIdle(await listen(server), 200);
    expect(countOpen(idle)).toBe(200);
    closeAll(idle);
  });
});

test('a client has 5 s for the headers and 6 s for a whole request', async () => {
  server = await createServer(database);
  expect(server.server).toMatchObject({ headersTimeout: 5000, requestTimeout: 6000 });
});

// The tests wait for timeouts, so they run together.
describe.concurrent('a timeout', () => {
  const timeouts = { headersMs: 1500, requestMs: 2000, scanMs: 250 };

  async function withServer(work: (port: number) => Promise<void>): Promise<void> {
    const own = await createServer(database, { timeouts });
    try {
      await work(await listen(own));
    } finally {
      await own.close();
    }
  }

  test.each([
    ['headers', 'POST /x HTTP/1.1\r\nhost: x\r\nx-slow: ', 1.5],
    [
      'a body',
      `POST ${prefix}/get_receipt HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
      2,
    ],
  ])('while the client sends %s is answered with the envelope', async (_what, bytes, seconds) =>
    withServer(async (port) => {
      const start = performance.now();
      const { head, body } = await sendBytes(port, bytes);
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(head).toMatch(/x-content-type-options: nosniff/);
      expect(JSON.parse(body)).toEqual({
        data: null,
        status: {
          code: 400,
          message: expect.stringMatching(
            /^The request did not arrive in time\. Send its headers within 1\.5 seconds and its body within 2 seconds\.$/,
          ),
        },
      });
      const elapsed = (performance.now() - start) / 1000;
      expect(elapsed).toBeGreaterThan(seconds - 0.1);
      expect(elapsed).toBeLessThan(seconds + 5);
    }),
  );

  test('of 300 slow clients does not delay another client', async () =>
    withServer(async (port) => {
      const slow = Array.from({ length: 300 }, () => sendBytes(port, 'POST /x HTTP/1.1\r\nx-slow: '));
      const answer = await sendBytes(
        port,
        `POST ${prefix}/get_all_pair_infos HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
      );
      expect(answer.head).toMatch(/^HTTP\/1\.1 200 /);
      const ends = await Promise.all(slow);
      expect(ends.every(({ head }) => head.startsWith('HTTP/1.1 400 '))).toBe(true);
    }));
});
