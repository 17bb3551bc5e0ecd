import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestDatabases } from '../../lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../lab/postgres/testDatabases.ts';
import { createServer, listen, openWithQuotes } from '../../lab/service/testHttpServer.ts';
import type { TraceCollector } from '../../lab/service/traceCollector.ts';
import { startTraceCollector } from '../../lab/service/traceCollector.ts';
import type { Database } from '../db/database.ts';
import { traceDatabase } from '../db/traceDatabase.ts';
import { createLogger } from '../log/logger.ts';
import { startTraces } from '../traces/startTraces.ts';
import type { Traces } from '../traces/traces.ts';
import type { HttpServer } from './httpServer.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const HASH = `0x${'ab'.repeat(32)}`;

let databases: TestDatabases;
let database: Database;
let collector: TraceCollector;
let traces: Traces;
let server: HttpServer | null;
let lines: string[];

beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await openWithQuotes(databases);
});
afterAll(() => databases?.stop());

beforeEach(async () => {
  collector = await startTraceCollector();
  lines = [];
  server = null;
  const config = {
    ...{
      url: `${collector.url}/v1/traces`,
      headers: {},
      timeoutMs: 5000,
      delayMs: 20,
      serviceName: 'api',
      resource: {},
    },
    sampler: { kind: 'always_on', ratio: 1, isParentBased: true } as const,
  };
  const started = await startTraces(config, () => createLogger('silent'));
  if (!started) throw new Error('no traces');
  traces = started;
});
afterEach(async () => {
  await server?.close();
  await traces.stop();
  await collector.stop();
});

type Ask = { readonly path?: string; readonly headers?: Readonly<Record<string, string>>; readonly trusts?: boolean };

/** Asks once, and stops the traces. @returns the status and the spans */
async function ask({ path = '/api/v1/get_receipt', headers = {}, trusts = false }: Ask = {}) {
  const logger = createLogger('debug', { write: (line) => lines.push(line) }, { fields: traces.logFields });
  server = await createServer(traceDatabase(database, traces), {
    traces,
    logger,
    observer: (outcome) => logger.debug(outcome, 'request answered'),
    config: { trustProxy: trusts ? ['127.0.0.1'] : false },
  });
  const port = await listen(server);
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ from_chain_hash: HASH }),
  });
  await vi.waitUntil(() => lines.length > 0, { timeout: 60_000 });
  await traces.stop();
  const request = collector.spans.find(({ name }) => name.startsWith('POST'));
  return { status, request, statements: collector.spans.filter(({ name }) => name.startsWith('select')) };
}

describe('a request', () => {
  test('is a span with its route, status and code, and its statements below it', async () => {
    const { status, request, statements } = await ask({ headers: { 'x-request-id': 'mine' } });
    expect(status).toBe(200);
    expect(request).toMatchObject({
      name: 'POST /api/v1/get_receipt',
      parentSpanId: '',
      hasFailed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/get_receipt',
        'http.response.status_code': 200,
        'url.scheme': 'http',
        'causeway.code': 907,
        'causeway.request.id': 'mine',
      },
    });
    expect(statements).toEqual([
      expect.objectContaining({
        name: expect.stringMatching(/^select deposits transfers/),
        traceId: request?.traceId,
        parentSpanId: request?.spanId,
      }),
    ]);
    expect(JSON.stringify(collector.spans)).not.toContain(HASH);
  });

  test('has its ids in its line of the log', async () => {
    const { request } = await ask();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'request answered', trace_id: request?.traceId, span_id: request?.spanId }),
    ]);
  });

  test('to no operation does not put the path of the client into its span', async () => {
    const { status, request } = await ask({ path: '/api/v1/0x1234' });
    expect(status).toBe(404);
    expect(request?.name).toBe('POST');
    expect(JSON.stringify(collector.spans)).not.toContain('0x1234');
  });
});

describe('the traceparent', () => {
  const traceparent = (flags: string) => ({ traceparent: `00-${TRACE}-${PARENT}-${flags}` });

  test('of a trusted proxy continues its trace', async () => {
    const { request } = await ask({ headers: traceparent('01'), trusts: true });
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
  });

  test('of a trusted proxy that does not keep its trace leaves no span', async () => {
    const { status, request } = await ask({ headers: traceparent('00'), trusts: true });
    expect(status).toBe(200);
    expect(request).toBeUndefined();
  });

  test('of any other client counts for nothing', async () => {
    const { request } = await ask({ headers: traceparent('01') });
    expect(request).toMatchObject({ parentSpanId: '' });
    expect(request?.traceId).not.toBe(TRACE);
  });

  test('that is malformed counts for nothing', async () => {
    const { request } = await ask({ headers: { traceparent: `00-${'0'.repeat(32)}-${PARENT}-01` }, trusts: true });
    expect(request?.parentSpanId).toBe('');
  });
});
