import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createProvider } from './rpc/endpoint.ts';
import { SILENT_OBSERVER } from './rpc/rpcObserver.ts';

const USE = { priority: 'payment', retryCount: 0, maxWaitMs: 100, headMaxAgeMs: 0 } as const;
const MIB = 2 ** 20;

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no TCP port');
  return `http://127.0.0.1:${address.port}`;
}

/**
 * Sends one call.
 * @returns its result, or the names of the error and its causes
 */
async function call(url: string, timeoutMs = 5000, method = 'eth_getLogs'): Promise<unknown> {
  const provider = createProvider({ chainId: 1, chainName: 'Northshore', url, rpc: 1 }, SILENT_OBSERVER);
  try {
    return await provider
      .transport({ ...USE, timeoutMs })({})
      .request({ method, params: [] });
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message} ${describe(error.cause)}` : '';
}

const respondWith =
  (body: Buffer | string, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  };

const answer = (result: string) => `{"jsonrpc":"2.0","id":1,"result":${result}}`;

test('an honest answer is read, even if it is compressed', async () => {
  expect(await call(await serve(respondWith(answer('["0x1"]'))))).toEqual(['0x1']);
  const gzip = respondWith(gzipSync(answer('"{[[0x1"')), { 'content-encoding': 'gzip' });
  expect(await call(await serve(gzip))).toBe('{[[0x1');
  const brotli = respondWith(brotliCompressSync(answer('"0x1"')), { 'content-encoding': 'br' });
  expect(await call(await serve(brotli))).toBe('0x1');
});

test('a call that meets a closed connection is sent again', async () => {
  const sockets = new Set<Socket>();
  const url = await serve((request, response) => {
    const { socket } = request;
    if (sockets.has(socket)) return socket.destroy();
    sockets.add(socket);
    return response.end(answer('"0x1"'));
  });
  const provider = createProvider({ chainId: 1, chainName: 'Northshore', url, rpc: 1 }, SILENT_OBSERVER);
  const { request } = provider.transport({ ...USE, timeoutMs: 5000 })({});
  for (let calls = 1; calls <= 3; calls += 1) {
    expect(await request({ method: 'eth_getLogs', params: [calls] })).toBe('0x1');
    expect(sockets.size).toBe(calls);
  }
});

test('an upgrade that nobody asked for is a failed call', async () => {
  const url = await serve((request) => {
    request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  });
  expect(await call(url)).toMatch(/without an answer/);
});

test('a refused body does not keep its connection', async () => {
  const sockets: Socket[] = [];
  const url = await serve((request, response) => {
    sockets.push(request.socket);
    response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateSync(answer('"0x1"')));
  });
  expect(await call(url)).toMatch(/compress/);
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
});

test('a body that never ends fails at the timeout of the call', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  });
  expect(await call(url, 300)).toMatch(/timeout/i);
});

test("a large body may take longer than the call's timeout while it flows", async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const parts = ['{"jsonrpc":"2.0","id":1,"result":"', ...Array.from({ length: 8 }, () => 'x'.repeat(MIB)), '"}'];
    const timer = setInterval(() => {
      const part = parts.shift();
      if (part === undefined) response.end();
      else response.write(part);
    }, 100);
    response.on('close', () => clearInterval(timer));
  });
  expect(await call(url, 600)).toHaveLength(8 * MIB);
});

test('a redirect is not followed', async () => {
  let reached = 0;
  const inside = await serve((_request, response) => {
    reached += 1;
    response.end(answer('"0x1"'));
  });
  for (const status of [301, 302, 307, 308]) {
    const url = await serve((_request, response) => {
      response.writeHead(status, { location: inside }).end();
    });
    expect(await call(url)).toMatch(/Error/);
  }
  expect(reached).toBe(0);
});

test('a body of more than 10 MiB is refused, even if it is small on the wire', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * MIB, ' '));
  expect(bomb.length).toBeLessThan(MIB);
  expect(await call(await serve(respondWith(bomb, { 'content-encoding': 'gzip' })))).toMatch(/TooLarge/);
  const flood: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const fill = () => {
      while (response.write(Buffer.alloc(MIB, ' '))) {}
    };
    response.on('drain', fill);
    fill();
  };
  expect(await call(await serve(flood))).toMatch(/TooLarge/);
});

test('the receipts of a block may have at most 4 MiB', async () => {
  const url = await serve(respondWith(answer(`"${'x'.repeat(5 * MIB)}"`)));
  expect(await call(url, 5000, 'eth_getBlockReceipts')).toMatch(/TooLarge/);
  expect(await call(url)).toHaveLength(5 * MIB);
});

test('a body that is compressed several times, or with an encoding that was not offered, is refused', async () => {
  const twice = gzipSync(gzipSync(answer('"0x1"')));
  expect(await call(await serve(respondWith(twice, { 'content-encoding': 'gzip, gzip' })))).toMatch(/compress/);
  const other = deflateSync(answer('"0x1"'));
  expect(await call(await serve(respondWith(other, { 'content-encoding': 'deflate' })))).toMatch(/compress/);
});

test('a body that is deep or has millions of values is refused before it is parsed', async () => {
  expect(await call(await serve(respondWith(answer('['.repeat(1000) + ']'.repeat(1000)))))).toMatch(/nested/);
  expect(await call(await serve(respondWith(answer(`[${'[],'.repeat(2_000_000)}0]`))))).toMatch(/values/);
  // Brackets inside a string are not structure.
  const text = `${'['.repeat(1000)}\\"${',['.repeat(1_000_000)}\\\\`;
  expect(await call(await serve(respondWith(answer(`"${text}"`))))).toHaveLength(2_001_002);
});

test('an invalid length, status or JSON text is a failed call', async () => {
  const spoilt: readonly RequestListener[] = [
    (_request, response) => response.writeHead(204).end(),
    (_request, response) => response.writeHead(200, { 'content-length': '5' }).end('{'),
    respondWith('{"result":'),
    respondWith('null'),
    respondWith('[]'),
    respondWith('{"id":1,"error":{"code":3,"message":{"a":[[]]}}}'),
    respondWith(answer('"0x1"').replace('}', ',"error":{}}'), {}),
  ];
  for (const listener of spoilt) expect(await call(await serve(listener), 300)).toMatch(/Error/);
});
