import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { createServer, HTTP_CONFIG, openWithQuotes } from '../../tools/lab/service/testHttpServer.ts';
import type { Database } from '../db/database.ts';
import { readRequestId } from './connections.ts';
import type { RequestOutcome } from './operation.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the id of a request', () => {
  test.each([
    ['a well-formed x-request-id', { 'x-request-id': 'Order_7-a' }, 'Order_7-a'],
    ['64 characters', { 'x-request-id': 'a'.repeat(64) }, 'a'.repeat(64)],
    ['a traceparent', { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, TRACE],
    ['a traceparent of a later version', { traceparent: `01-${TRACE}-00f067aa0ba902b7-01-more` }, TRACE],
    ['both', { 'x-request-id': 'mine', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, 'mine'],
    [
      'a bad x-request-id and a traceparent',
      { 'x-request-id': 'a b', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
      TRACE,
    ],
  ])('with %s is the one of the client', (_what, headers, id) => {
    expect(readRequestId(headers)).toBe(id);
  });

  test.each([
    ['no header', {}],
    ['an empty id', { 'x-request-id': '' }],
    ['65 characters', { 'x-request-id': 'a'.repeat(65) }],
    ['a line break', { 'x-request-id': 'a\nb' }],
    ['a line break at the end', { 'x-request-id': 'a\n' }],
    ['quotes', { 'x-request-id': '"},{"level":"fatal' }],
    ['a trace id of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
    ['a parent id of zeros', { traceparent: `00-${TRACE}-${'0'.repeat(16)}-01` }],
    ['version ff', { traceparent: `ff-${TRACE}-00f067aa0ba902b7-01` }],
    ['a trace id in upper case', { traceparent: `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01` }],
  ])('with %s is new', (_what, headers) => {
    expect(readRequestId(headers)).toMatch(UUID);
    expect(readRequestId(headers)).not.toBe(readRequestId(headers));
  });

  test('has only letters, digits, _ and -, whatever the client sends', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (id, traceparent) => {
        expect(readRequestId({ 'x-request-id': id, traceparent })).toMatch(/^[\w-]{1,64}$/);
      }),
    );
  });
});

describe('the server', () => {
  const PAIRS = { method: 'POST', url: `${HTTP_CONFIG.prefix}/get_all_pair_infos`, payload: {} } as const;
  let databases: TestDatabases;
  let database: Database;

  beforeAll(async () => {
    databases = await startTestDatabases('postgresql');
    database = await openWithQuotes(databases);
  });
  afterAll(() => databases?.stop());

  test('answers every request with its id, which pages of other origins can read', async () => {
    const outcomes: RequestOutcome[] = [];
    const server = await createServer(database, { observer: (outcome) => outcomes.push(outcome) });
    const headers = { 'x-request-id': 'order-7' };
    for (const request of [PAIRS, { url: '/nowhere' }, { ...PAIRS, payload: '{' }]) {
      const answer = await server.inject({ ...request, headers: { ...headers, 'content-type': 'application/json' } });
      expect(answer.headers['x-request-id']).toBe('order-7');
      expect(answer.headers['access-control-expose-headers']).toContain('x-request-id');
    }
    expect((await server.inject(PAIRS)).headers['x-request-id']).toMatch(UUID);
    expect(outcomes.map(({ requestId }) => requestId).slice(0, 3)).toEqual(['order-7', 'order-7', 'order-7']);
    await server.close();
  });

  test('logs the id of a request that failed', async () => {
    const lines: string[] = [];
    const broken = { ...database, query: () => Promise.reject(new TypeError('broken')) };
    const server = await createServer(broken, { lines });
    const answer = await server.inject({ ...PAIRS, headers: { 'x-request-id': 'order-8' } });
    expect(answer.statusCode).toBe(500);
    const failed = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed');
    expect(failed).toMatchObject({ requestId: 'order-8', operation: PAIRS.url });
    await server.close();
  });
});
