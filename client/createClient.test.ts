import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { BuildRequest } from '../shared/wire/build.ts';
import type { Details } from '../shared/wire/details.ts';
import { NO_DETAILS } from '../shared/wire/details.ts';
import { encodeFailure, encodeSuccess, MalformedAnswer } from '../shared/wire/envelope.ts';
import { encodePairs } from '../shared/wire/pairs.ts';
import { ACCOUNT, pairOf } from '../tools/lab/web/fixtures.ts';
import { createClient } from './createClient.ts';
import { ServiceUnreachable } from './serviceErrors.ts';

let server: Server | null = null;

async function serve(listener: RequestListener) {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return createClient(`http://127.0.0.1:${port}/api/v1`);
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const buildRequest: BuildRequest = {
  channel: 0n,
  sender: ACCOUNT,
  originChainName: 'Northshore',
  recipient: ACCOUNT,
  destinationChainName: 'Southshore',
  tokenName: 'USDC',
  amountText: '5',
  includesGasFee: false,
  gasDropText: '',
};

const pairsRequest = { category: null, includesGasFee: false } as const;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const NOTHING_MORE = { cause: null, min: null, max: null, maxGasDrop: null };
const SENTENCE = { step: null, reason: null, message: 'a sentence' };

describe('the client', () => {
  it('asks for pairs with GET, without a header that needs a preflight', async () => {
    const seen: unknown[] = [];
    const client = await serve((request, response) => {
      seen.push(request.method, request.url, request.headers['content-type']);
      json(200, encodeSuccess(encodePairs([pairOf('USDC')])))(request, response);
    });
    expect(await client.getPairs(pairsRequest)).toEqual([pairOf('USDC')]);
    expect(seen).toEqual(['GET', '/api/v1/pairs?category=&value_include_gas_fee=false', undefined]);
  });

  it.each<[string, RequestListener]>([
    ['404', json(404, { error: 'not found' })],
    ['a closed connection', (_request, response) => response.destroy()],
    ['a page in HTML', (_request, response) => response.writeHead(200).end('<html></html>')],
    ['another object', json(200, { error: 'not found' })],
    ['a failure in an envelope', json(200, encodeFailure(999, 'unknown operation'))],
  ])('posts according to the specification if GET gets %s, and does not try GET again', async (_what, answerGet) => {
    const seen: unknown[] = [];
    const client = await serve((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
      const answer = json(200, encodeSuccess(encodePairs([pairOf('USDC')])));
      (request.method === 'GET' ? answerGet : answer)(request, response);
    });
    expect(await client.getPairs(pairsRequest)).toEqual([pairOf('USDC')]);
    expect(await client.getPairs(pairsRequest)).toEqual([pairOf('USDC')]);
    const post = 'POST /api/v1/get_all_pair_infos application/json';
    expect(seen).toEqual([expect.stringMatching(/^GET /), post, post]);
  });

  it('asks a busy service once, and stays with GET after it has worked', async () => {
    const seen: unknown[] = [];
    let isBusy = true;
    let isBroken = false;
    const client = await serve((request, response) => {
      seen.push(request.method);
      if (isBusy) return response.writeHead(503).end();
      if (isBroken) return response.destroy();
      return json(200, encodeSuccess(encodePairs([pairOf('USDC')])))(request, response);
    });
    await expect(client.getPairs(pairsRequest)).rejects.toBeInstanceOf(ServiceUnreachable);
    isBusy = false;
    await client.getPairs(pairsRequest);
    isBroken = true;
    await expect(client.getPairs(pairsRequest)).rejects.toBeInstanceOf(ServiceUnreachable);
    expect(seen).toEqual(['GET', 'GET', 'GET']);
  });

  it('posts JSON to the other operations', async () => {
    const seen: unknown[] = [];
    const client = await serve((request, response) => {
      seen.push(request.method, request.url, request.headers['content-type']);
      json(200, encodeFailure(906, 'no'))(request, response);
    });
    await client.getBuild(buildRequest);
    expect(seen).toEqual(['POST', '/api/v1/get_build_tx', 'application/json']);
  });

  it('reads a failure in an envelope, whatever the HTTP status', async () => {
    const client = await serve(json(400, encodeFailure(400, 'category must be text')));
    await expect(client.getPairs(pairsRequest)).rejects.toEqual(new ServiceUnreachable('category must be text'));
    expect(await client.getBuild(buildRequest)).toEqual({
      kind: 'refused',
      reason: 'other',
      ...NOTHING_MORE,
      message: 'category must be text',
    });
  });

  it('does not cut a character of a message in half', async () => {
    const client = await serve(json(200, encodeFailure(906, `${'x'.repeat(599)}😀 and more`)));
    expect(await client.getBuild(buildRequest)).toMatchObject({ message: `${'x'.repeat(599)}😀…` });
  });

  it('cuts a message after 600 characters', async () => {
    const client = await serve(json(200, encodeFailure(906, 'no '.repeat(100_000))));
    const answer = await client.getBuild(buildRequest);
    expect(answer).toMatchObject({ kind: 'refused', message: expect.stringMatching(/^(?:no ){100}/) });
    expect(answer.kind === 'refused' ? answer.message : '').toHaveLength(601);
  });

  it.each([
    [901, 'unknownChain'],
    [902, 'chainNotServed'],
    [903, 'pairNotOffered'],
    [904, 'amountOutOfRange'],
    [905, 'unknownToken'],
    [906, 'cannotBuild'],
    [907, 'other'],
  ])('names refusal %i of a build %s', async (code, reason) => {
    const client = await serve(json(200, encodeFailure(code, 'no')));
    expect(await client.getBuild(buildRequest)).toEqual({ kind: 'refused', reason, ...NOTHING_MORE, message: 'no' });
  });

  it('reads the most gas that can arrive from a refusal', async () => {
    const maxGasDrop = { amount: 5n, decimals: 18 };
    const failure = encodeFailure(904, 'no', { ...NO_DETAILS, maxGasDrop });
    const client = await serve(json(200, failure));
    expect(await client.getBuild(buildRequest)).toMatchObject({ reason: 'amountOutOfRange', maxGasDrop });
  });

  it.each([
    [907, { kind: 'unknown' }],
    [908, { kind: 'inProgress', report: SENTENCE, confirmations: null }],
    [909, { kind: 'failed', report: SENTENCE, claim: { hash: null, amount: null } }],
    [906, { kind: 'refused', message: 'a sentence' }],
  ])('reads code %i of a receipt', async (code, receipt) => {
    const client = await serve(json(200, encodeFailure(code, 'a sentence')));
    expect(await client.getReceipt({ depositHash: '0x12' })).toEqual(receipt);
  });

  it('reads the cause of a refusal and the accepted amounts from the fields', async () => {
    const [min, max] = [1n, 9n].map((amount) => ({ amount, decimals: 6 }));
    const details: Details = { ...NO_DETAILS, reason: 'funds_short', min: min ?? null, max: max ?? null };
    const client = await serve(json(200, encodeFailure(904, 'no', details)));
    expect(await client.getBuild(buildRequest)).toMatchObject({ cause: 'funds_short', min, max });
  });

  it('reads progress and refund from the fields, not from the sentence', async () => {
    const hash = `0x${'ab'.repeat(32)}` as const;
    const details: Details = { ...NO_DETAILS, step: 'confirming', confirmations: 3, confirmationsNeeded: 12 };
    const client = await serve(json(200, encodeFailure(908, 'The refund of 5 USDC is done.', details)));
    expect(await client.getReceipt({ depositHash: hash })).toEqual({
      kind: 'inProgress',
      report: { step: 'confirming', reason: null, message: 'The refund of 5 USDC is done.' },
      confirmations: { seen: 3, needed: 12 },
    });
  });

  it('reads the refund of a failed transfer', async () => {
    const hash = `0x${'ab'.repeat(32)}` as const;
    const details: Details = {
      ...{ ...NO_DETAILS, step: 'refunded', reason: 'recipient_invalid' },
      ...{ refundHash: hash, refund: { amount: 5n, decimals: 6 } },
    };
    const client = await serve(json(200, encodeFailure(909, 'a sentence', details)));
    expect(await client.getReceipt({ depositHash: hash })).toEqual({
      kind: 'failed',
      report: { step: 'refunded', reason: 'recipient_invalid', message: 'a sentence' },
      claim: { hash, amount: { amount: 5n, decimals: 6 } },
    });
  });

  it('reports how long to wait after HTTP 429', async () => {
    const client = await serve((_request, response) => response.writeHead(429, { 'retry-after': '7' }).end('{}'));
    await expect(client.getPairs(pairsRequest)).rejects.toMatchObject({
      code: 'service_unreachable',
      retryAfterMs: 7000,
    });
  });

  it.each([301, 302, 307, 308])('does not follow the redirect of HTTP %i', async (status) => {
    const seen: unknown[] = [];
    const client = await serve((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    const message = 'the service redirects to another URL. Correct its base URL';
    await expect(client.getReceipt({ depositHash: '0x12' })).rejects.toEqual(new ServiceUnreachable(message));
    await expect(client.getPairs(pairsRequest)).rejects.toEqual(new ServiceUnreachable(message));
    const pairs = ['GET /api/v1/pairs?category=&value_include_gas_fee=false', 'POST /api/v1/get_all_pair_infos'];
    expect(seen).toEqual(['POST /api/v1/get_receipt', ...pairs]);
  });

  it('does not follow a redirect that a browser hides', async () => {
    const redirect = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const client = createClient('https://bridge.example/api/v1', { fetchFn: async () => redirect });
    await expect(client.getReceipt({ depositHash: '0x12' })).rejects.toThrow('redirects to another URL');
  });

  it.each([500, 502, 503])('treats HTTP %i as an unreachable service', async (status) => {
    const client = await serve((_request, response) => response.writeHead(status).end('<html>bad gateway</html>'));
    await expect(client.getPairs(pairsRequest)).rejects.toBeInstanceOf(ServiceUnreachable);
  });

  it.each([
    ['HTML', '<html></html>'],
    ['an empty body', ''],
    ['half of an envelope', '{"data":{"pair_infos":['],
  ])('rejects %s instead of JSON', async (_what, body) => {
    const client = await serve((_request, response) => response.writeHead(200).end(body));
    await expect(client.getPairs(pairsRequest)).rejects.toBeInstanceOf(ServiceUnreachable);
  });

  it.each([
    ['no envelope', { pair_infos: [] }],
    ['success without data', { data: null, status: { code: 0, message: '' } }],
    ['data of another shape', { data: { pair_infos: [{}] }, status: { code: 0, message: '' } }],
  ])('rejects %s', async (_what, body) => {
    const client = await serve(json(200, body));
    await expect(client.getPairs(pairsRequest)).rejects.toBeInstanceOf(MalformedAnswer);
  });

  it('stops reading an endless answer', async () => {
    const client = await serve((_request, response) => {
      response.writeHead(200);
      const chunk = 'x'.repeat(500_000);
      const write = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    await expect(client.getPairs(pairsRequest)).rejects.toBeInstanceOf(MalformedAnswer);
  });

  it('stops when the caller aborts', async () => {
    const client = await serve(() => undefined);
    const caller = new AbortController();
    const answer = client.getPairs(pairsRequest, caller.signal);
    caller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});
