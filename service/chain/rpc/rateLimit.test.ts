import { HttpRequestError, RpcRequestError } from 'viem';
import { expect, test } from 'vitest';
import { isRateLimit, readRetryAfterMs } from './refusals.ts';

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
