import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { encodeFailure, encodeSuccess, MalformedAnswer } from '#shared/wire/envelope.ts';
import { encodePairs } from '#shared/wire/pairs.ts';
import { pairOf } from '../../lab/web/fixtures.ts';
import { createServiceClient, ServiceUnreachable } from './serviceClient.ts';

let server: Server | null = null;

async function serve(listener: RequestListener) {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return createServiceClient(`http://127.0.0.1:${port}/api/v1`, fetch);
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const ask = { category: null, includesGasFee: false } as const;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

describe('the service client', () => {
  it('posts JSON to the operation and reads the envelope', async () => {
    const seen: unknown[] = [];
    const client = await serve((request, response) => {
      seen.push(request.method, request.url, request.headers['content-type']);
      json(200, encodeSuccess(encodePairs([pairOf('USDC')])))(request, response);
    });
    expect(await client.getPairs(ask)).toEqual({ ok: true, data: [pairOf('USDC')] });
    expect(seen).toEqual(['POST', '/api/v1/get_all_pair_infos', 'application/json']);
  });

  it('hands on a failure in an envelope, whatever its HTTP status', async () => {
    const client = await serve(json(400, encodeFailure(400, 'category must be text')));
    expect(await client.getPairs(ask)).toEqual({ ok: false, code: 400, message: 'category must be text' });
  });

  it('hands on no more of a message than a person would read', async () => {
    const client = await serve(json(200, encodeFailure(906, 'no '.repeat(100_000))));
    const answer = await client.getPairs(ask);
    expect(answer).toMatchObject({ ok: false, code: 906, message: expect.stringMatching(/^(?:no ){100}/) });
    expect(answer.ok ? '' : answer.message).toHaveLength(601);
  });

  it('says that a busy service is to be asked again, and when', async () => {
    const client = await serve((_request, response) => response.writeHead(429, { 'retry-after': '7' }).end('{}'));
    await expect(client.getPairs(ask)).rejects.toMatchObject({ code: 'service_unreachable', retryAfterMs: 7000 });
  });

  it.each([500, 502, 503])('takes HTTP %i for a service that is not there', async (status) => {
    const client = await serve((_request, response) => response.writeHead(status).end('<html>bad gateway</html>'));
    await expect(client.getPairs(ask)).rejects.toBeInstanceOf(ServiceUnreachable);
  });

  it.each([
    ['HTML', '<html></html>'],
    ['nothing', ''],
    ['half of an answer', '{"data":{"pair_infos":['],
  ])('throws at %s instead of JSON', async (_what, body) => {
    const client = await serve((_request, response) => response.writeHead(200).end(body));
    await expect(client.getPairs(ask)).rejects.toBeInstanceOf(ServiceUnreachable);
  });

  it.each([
    ['no envelope', { pair_infos: [] }],
    ['success without data', { data: null, status: { code: 0, message: '' } }],
    ['data of another shape', { data: { pair_infos: [{}] }, status: { code: 0, message: '' } }],
  ])('throws at %s', async (_what, body) => {
    const client = await serve(json(200, body));
    await expect(client.getPairs(ask)).rejects.toBeInstanceOf(MalformedAnswer);
  });

  it('stops reading an answer that does not end', async () => {
    const client = await serve((_request, response) => {
      response.writeHead(200);
      const chunk = 'x'.repeat(500_000);
      const write = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    await expect(client.getPairs(ask)).rejects.toBeInstanceOf(MalformedAnswer);
  });

  it('stops when whoever asked no longer wants to know', async () => {
    const client = await serve(() => undefined);
    const asked = new AbortController();
    const answer = client.getPairs(ask, asked.signal);
    asked.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});
