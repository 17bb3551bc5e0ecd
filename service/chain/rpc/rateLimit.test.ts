import { HttpRequestError, RpcRequestError } from 'viem';
import { expect, test } from 'vitest';
import { createHonestNode } from '../../../tools/lab/endpoints/memoryNode.ts';
import { createSampleCatalog, pickChain } from '../../../tools/lab/service/sampleCatalog.ts';
import { createRequestClient } from '../chainClient.ts';
import type { Provider } from './endpoint.ts';
import { createProviderRecord } from './endpoint.ts';
import { isRateLimit, readRetryAfterMs } from './refusals.ts';
import { SILENT_OBSERVER } from './rpcObserver.ts';

const url = 'http://127.0.0.1:9';
const rpcError = (code: number, message: string) => new RpcRequestError({ body: {}, url, error: { code, message } });
const httpError = (status: number, retryAfter?: string) =>
  new HttpRequestError({ url, status, headers: new Headers(retryAfter ? { 'retry-after': retryAfter } : {}) });

test.each([
  [rpcError(-32_005, 'limit exceeded'), true],
  [rpcError(-32_005, 'daily request count exceeded, request rate limited'), true],
  [rpcError(429, 'Your app has exceeded its compute units per second capacity'), true],
  [rpcError(-32_007, '50/second request limit reached'), true],
  [rpcError(-32_005, 'query returned more than 10000 results'), false],
  [rpcError(-32_005, 'logs are limited to a 10000 block range'), false],
  [rpcError(-32_000, 'header not found'), false],
  [httpError(429), true],
  [httpError(500), false],
  [new Error('429'), false],
])('%s is a rate limit: %s', (error, expected) => {
  expect(isRateLimit(error)).toBe(expected);
});

test('reads the pause an endpoint asks for, in seconds or as a date', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  expect(readRetryAfterMs(httpError(429, '2'), now)).toBe(2000);
  expect(readRetryAfterMs(httpError(429, 'Thu, 01 Jan 2026 00:00:05 GMT'), now)).toBe(5000);
  expect(readRetryAfterMs(httpError(429, 'soon'), now)).toBeNull();
  expect(readRetryAfterMs(httpError(429), now)).toBeNull();
});

test('asks a provider that limits calls only after the others', async () => {
  const chain = pickChain(createSampleCatalog(), 'Northshore');
  const node = createHonestNode(chain.id, () => 100);
  const busy = new Set<number>();
  const asked: number[] = [];
  const providers = [1, 2].map((rpc): Provider => {
    const record = createProviderRecord({ chainId: chain.id, rpc, now: () => performance.now(), onForeign: () => {} });
    const request = ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      if (method === 'eth_getBlockByNumber') asked.push(rpc);
      return node({ method, params });
    };
    return { record, isBusy: () => busy.has(rpc), transport: () => () => ({ request }) as never };
  });
  const { reader } = createRequestClient(chain, SILENT_OBSERVER, providers);
  for (const now of [[], [1], [1, 2], [2]]) {
    busy.clear();
    for (const rpc of now) busy.add(rpc);
    await reader.getBlock({ blockNumber: 7n });
  }
  expect(asked).toEqual([1, 2, 1, 1]);
});
