import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerWithQuotes } from '../../tools/lab/service/testHttpServer.ts';
import {
  createServer,
  HTTP_CONFIG,
  listen,
  sendBytes,
  startWithQuotes,
} from '../../tools/lab/service/testHttpServer.ts';

const { prefix: PREFIX } = HTTP_CONFIG;

let started: ServerWithQuotes;
let port: number;

beforeAll(async () => {
  started = await startWithQuotes();
  port = await listen(started.server);
});
afterAll(() => started?.stop());

function post(operation: string, payload: unknown, headers: Record<string, string> = {}) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return started.server.inject({
    method: 'POST',
    url: `${PREFIX}/${operation}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });
}

function expectFailure(
  response: { statusCode: number; headers: object; json(): unknown },
  status: number,
  words: RegExp,
) {
  expect(response.statusCode).toBe(status);
  expect(response.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
  expect(response.json()).toEqual({ data: null, status: { code: status, message: expect.stringMatching(words) } });
}

describe('a request that reaches no operation gets the envelope with', () => {
  test('404 for a preflight on an unknown path', async () => {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
    expectFailure(
      await started.server.inject({ method: 'OPTIONS', url: '/nowhere', headers }),
      404,
      /nothing at this URL/,
    );
    const known = await started.server.inject({ method: 'OPTIONS', url: `${PREFIX}/get_receipt`, headers });
    expect(known.statusCode).toBe(204);
  });

  test('415 when the body is compressed', async () => {
    const body = { from_chain_hash: '0x' };
    expectFailure(await post('get_receipt', body, { 'content-encoding': 'gzip' }), 415, /encoding gzip/);
    expect((await post('get_receipt', body, { 'content-encoding': 'identity' })).statusCode).toBe(200);
  });

  test('400 when the body is not JSON', async () => {
    expectFailure(await post('get_receipt', '{"from'), 400, /cannot be read/);
    expectFailure(await post('get_receipt', ''), 400, /cannot be read/);
  });

  test('404 at other addresses', async () => {
    expectFailure(await started.server.inject({ method: 'POST', url: '/get_receipt' }), 404, /nothing at this URL/);
    expectFailure(await started.server.inject({ method: 'GET', url: '/' }), 404, /nothing at this URL/);
    expectFailure(await started.server.inject({ method: 'GET', url: '/%zz' }), 404, /nothing at this URL/);
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'] as const)('405 with Allow for %s', async (method) => {
    const response = await started.server.inject({ method, url: `${PREFIX}/get_receipt?x=1` });
    expectFailure(response, 405, /Call the operations with POST/);
    expect(response.headers.allow).toContain('POST');
  });

  test('415 without or with another content type', async () => {
    const headers = { 'content-type': 'text/plain' };
    expectFailure(await post('get_receipt', 'x', headers), 415, /application\/json/);
    expectFailure(
      await started.server.inject({ method: 'POST', url: `${PREFIX}/get_receipt` }),
      415,
      /application\/json/,
    );
  });

  test('500 when the service fails, without the cause', async () => {
    const lines: string[] = [];
    const database = await started.databases.openEmpty();
    const broken = await createServer(database, { lines });
    const body = { from_chain_hash: `0x${'ab'.repeat(32)}` };
    const response = await broken.inject({ method: 'POST', url: `${PREFIX}/get_receipt`, payload: body });
    expectFailure(response, 500, /The service failed on this request/);
    expect(response.body).not.toMatch(/relation|deposits|select|at /i);
    expect(lines.join()).toContain('relation');
    await broken.close();
  });

  test('503 when the database is closed', async () => {
    const database = await started.databases.open();
    const lost = await createServer(database);
    await database.close();
    const body = { from_chain_hash: `0x${'ab'.repeat(32)}` };
    const response = await lost.inject({ method: 'POST', url: `${PREFIX}/get_receipt`, payload: body });
    expectFailure(response, 503, /The service is unavailable/);
    await lost.close();
  });

  test.each([
    ['400 when it is not HTTP', 'NONSENSE\r\n\r\n', 400, /not valid HTTP/],
    [
      '400 when its head is too long',
      `POST / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      400,
      /headers of the request are too large\. Send at most 8192 bytes/,
    ],
    [
      '400 when it expects anything but 100-continue',
      `POST ${PREFIX}/get_receipt HTTP/1.1\r\nExpect: a miracle\r\nContent-Length: 2\r\n\r\n{}`,
      400,
      /supports no expectation except 100-continue/,
    ],
    [
      '400 when its chunked body is malformed',
      `POST ${PREFIX}/get_receipt HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
      /not valid HTTP/,
    ],
    [
      '405 when its method belongs to another protocol',
      `PROPFIND ${PREFIX}/get_receipt HTTP/1.1\r\nConnection: close\r\n\r\n`,
      405,
      /Call the operations with POST/,
    ],
    ['404 when it has no Host', `GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n`, 404, /nothing at this URL/],
  ])('%s', async (...[, bytes, status, words]) => {
    const { head, body } = await sendBytes(port, bytes);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ data: null, status: { code: status, message: expect.stringMatching(words) } });
  });
});

test.each(['__proto__', 'constructor'])('a field named %s is ignored', async (name) => {
  const hash = JSON.stringify(`0x${'ab'.repeat(32)}`);
  const inner = `{"prototype":{"polluted":1},"polluted":1,"from_chain_hash":${hash}}`;
  const answer = await post('get_receipt', `{"${name}":${inner},"from_chain_hash":${hash}}`);
  expect(answer.json().status.code).toBe(907);
  expect(Object.hasOwn(Object.prototype, 'a browser at another origin')).toBe(false);
  expectFailure(await post('get_receipt', `{"${name}":${inner}}`), 400, /from_chain_hash is missing/);
});

describe('a browser of another origin', () => {
  test('may send tracing headers', async () => {
    const names = 'content-type, traceparent, tracestate, baggage, x-request-id, sentry-trace';
    const { headers } = await started.server.inject({
      method: 'OPTIONS',
      url: `${PREFIX}/get_build_tx`,
      headers: { origin: 'https://app.example', 'access-control-request-headers': names },
    });
    expect(headers['access-control-allow-headers']).toBe(names);
  });

  test('may call the operations, without credentials', async () => {
    const preflight = await started.server.inject({
      method: 'OPTIONS',
      url: `${PREFIX}/get_build_tx`,
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    });
    const response = await post('get_receipt', {}, { origin: 'https://app.example' });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
  });
});
