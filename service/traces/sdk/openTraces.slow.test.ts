import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TraceCollector } from '../../../lab/service/traceCollector.ts';
import { startTraceCollector } from '../../../lab/service/traceCollector.ts';
import { createLogger } from '../../log/logger.ts';
import type { TraceConfig } from '../traceConfig.ts';
import type { Traces } from '../traces.ts';
import { openTraces } from './openTraces.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 120_000 });

const ID = `0x${'ab'.repeat(8)}${'cd'.repeat(8)}${'ef'.repeat(8)}${'12'.repeat(8)}`;
const TRANSFER = { id: ID, depositHash: `0x${'77'.repeat(32)}` };
const TRACE_ID = `${'ab'.repeat(8)}${'cd'.repeat(8)}`;
const FIRST_SPAN = 'ef'.repeat(8);
const START = { name: 'turn sign', attributes: { 'causeway.worker': 'sign' } };

let collector: TraceCollector;
let lines: { level: string; msg: string; lostSpans?: number; trace_id?: string; span_id?: string }[];
let opened: Traces[];

beforeEach(async () => {
  collector = await startTraceCollector();
  lines = [];
  opened = [];
});
afterEach(async () => {
  await collector.stop();
  await Promise.all(opened.map((traces) => traces.stop()));
});

function open(change: Partial<TraceConfig> = {}): Traces {
  const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) });
  const sampler = { kind: 'always_on', ratio: 1, isParentBased: true } as const;
  const config = { headers: {}, timeoutMs: 5000, delayMs: 20, serviceName: 'test', resource: {}, sampler };
  const traces = openTraces({ url: `${collector.url}/v1/traces`, ...config, ...change }, () => logger);
  opened.push(traces);
  return traces;
}

const attempt = (traces: Traces, name: string) => traces.request({ name, kind: 'server' }, null).end();

describe('a turn', () => {
  test('that finds nothing to do leaves no span, nor do its calls', async () => {
    const traces = open();
    const run = traces.turn(START);
    for (let turn = 0; turn < 3; turn += 1) {
      await run(() => traces.within({ name: 'eth_getBlockByNumber' }, async () => true));
    }
    attempt(traces, 'last');
    await traces.stop();
    expect(collector.spans.map(({ name }) => name)).toEqual(['last']);
  });

  test('that moves a transfer is kept with its calls and counts', async () => {
    const traces = open();
    await traces.turn(START)(async () => {
      await traces.within({ name: 'select transfers' }, () => traces.within({ name: 'inner' }, async () => {}));
      traces.noteStep({ name: 'sign.prepared', attributes: {}, note: 'tried' });
      traces.noteStage('signed', [TRANSFER], { 'causeway.nonce': 4 });
    });
    await traces.stop();
    const find = (name: string) => collector.spans.find((span) => span.name === name);
    const [turn, statement, inner, stage] = ['turn sign', 'select transfers', 'inner', 'transfer signed'].map(find);
    expect(turn).toMatchObject({
      service: 'test',
      parentSpanId: '',
      events: ['sign.prepared'],
      attributes: {
        'causeway.worker': 'sign',
        'causeway.turn.result': 'done',
        'causeway.turn.transfers': 1,
        'causeway.turn.spans': 2,
      },
    });
    expect(statement).toMatchObject({ traceId: turn?.traceId, parentSpanId: turn?.spanId });
    expect(inner).toMatchObject({ traceId: turn?.traceId, parentSpanId: statement?.spanId });
    expect(stage).toMatchObject({
      traceId: TRACE_ID,
      parentSpanId: FIRST_SPAN,
      links: [{ traceId: turn?.traceId, spanId: turn?.spanId }],
      attributes: {
        'causeway.transfer.id': ID,
        'causeway.deposit.hash': TRANSFER.depositHash,
        'causeway.nonce': 4,
      },
    });
    expect(turn?.links).toMatchObject([{ traceId: TRACE_ID, spanId: stage?.spanId }]);
  });

  test('that fails is kept, but only once a minute in a row', async () => {
    const traces = open();
    const run = traces.turn(START);
    for (let turn = 0; turn < 5; turn += 1) {
      await run(async (span) => {
        await traces
          .within({ name: 'eth_call', classify: () => 'timeout' }, () => Promise.reject(new Error('http://key@host')))
          .catch(() => {});
        span.fail(Object.assign(new Error('http://key@host'), { code: 'NO_QUORUM' }));
      });
    }
    await traces.stop();
    expect(
      collector.spans.map(({ name, hasFailed, attributes }) => [name, hasFailed, attributes['error.type']]),
    ).toEqual([
      ['eth_call', true, 'timeout'],
      ['turn sign', true, 'NO_QUORUM'],
    ]);
    expect(JSON.stringify(collector.spans)).not.toContain('key@host');
  });

  test('passes on a call that ends after it, and drops what starts after it', async () => {
    const traces = open();
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    let late: Promise<unknown> = Promise.resolve();
    await traces.turn(START)(async () => {
      late = traces
        .within({ name: 'late' }, () => blocked)
        .then(() => traces.within({ name: 'too late' }, async () => {}));
      traces.noteStage('signed', [TRANSFER], {});
    });
    release();
    await late;
    await traces.stop();
    expect(collector.spans.map(({ name }) => name).sort()).toEqual(['late', 'transfer signed', 'turn sign']);
  });
});

describe('a transfer', () => {
  test('has one trace, whose ids follow from its own, in every process', async () => {
    const [first, second] = [open({ serviceName: 'a' }), open({ serviceName: 'b' })];
    await first.turn(START)(async () => first.noteStage('seen', [TRANSFER], {}));
    await second.turn(START)(async () => second.noteStage('settled', [{ id: ID }], {}));
    await Promise.all([first.stop(), second.stop()]);
    const ofTransfer = collector.spans.filter(({ traceId }) => traceId === TRACE_ID);
    expect(ofTransfer).toHaveLength(2);
    expect(ofTransfer.find(({ name }) => name === 'transfer seen')).toMatchObject({
      ...{ service: 'a', spanId: FIRST_SPAN, parentSpanId: '' },
    });
    expect(ofTransfer.find(({ name }) => name === 'transfer settled')).toMatchObject({
      ...{ service: 'b', parentSpanId: FIRST_SPAN },
    });
  });

  test('is kept whole or not at all below a ratio of 1', async () => {
    const sampler = { kind: 'traceidratio', ratio: 0.5, isParentBased: true } as const;
    const traces = open({ sampler });
    const ids = Array.from({ length: 32 }, (_, index) => `0x${createHash('sha256').update(`${index}`).digest('hex')}`);
    for (const stage of ['seen', 'decided', 'settled'] as const) {
      traces.noteStage(
        stage,
        ids.map((id) => ({ id })),
        {},
      );
    }
    await traces.stop();
    const counts = ids.map((id) => collector.spans.filter(({ traceId }) => id.includes(traceId)).length);
    expect(new Set(counts)).toEqual(new Set([0, 3]));
  });
});

test('log lines of a span have its ids, and others have none', async () => {
  const traces = open();
  const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }, { fields: traces.logFields });
  await traces.turn(START)(async () => {
    traces.noteStage('signed', [TRANSFER], {});
    logger.info('inside');
  });
  logger.info('outside');
  await traces.stop();
  const turn = collector.spans.find(({ name }) => name === 'turn sign');
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'inside', trace_id: turn?.traceId, span_id: turn?.spanId }),
    expect.not.objectContaining({ trace_id: expect.anything() }),
  ]);
});

test('the headers of a span continue it in another program', async () => {
  const traces = open();
  const span = traces.request({ name: 'outer' }, null);
  await span.run(() =>
    traces.within({ name: 'call' }, async () => {
      const inner = traces.request({ name: 'inner' }, traces.headers());
      inner.end();
    }),
  );
  span.end();
  expect(traces.headers()).toEqual({});
  await traces.stop();
  const find = (name: string) => collector.spans.find((one) => one.name === name);
  expect(find('inner')).toMatchObject({ traceId: find('outer')?.traceId, parentSpanId: find('call')?.spanId });
});

describe('the collector', () => {
  test('gets the headers of the configuration and the attributes of the process', async () => {
    const traces = open({
      headers: { authorization: 'Bearer key' },
      resource: { 'deployment.environment.name': 'test' },
    });
    attempt(traces, 'one');
    await traces.stop();
    expect(collector.headers()).toMatchObject({ authorization: 'Bearer key', 'content-type': 'application/json' });
  });

  test('is reported once when it refuses, and once when it takes spans again', async () => {
    const traces = open();
    collector.setMood('refuses');
    for (const batch of [1, 2, 3]) {
      attempt(traces, `lost ${batch}`);
      await vi.waitUntil(() => collector.requests() >= batch, { timeout: 60_000 });
    }
    await vi.waitUntil(() => lines.length > 0, { timeout: 60_000 });
    collector.setMood('takes');
    attempt(traces, 'taken');
    await collector.waitFor('a span', ({ name }) => name === 'taken');
    await vi.waitUntil(() => lines.length > 1, { timeout: 60_000 });
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'collector of traces does not answer, spans are lost until it does',
      }),
      expect.objectContaining({ level: 'info', msg: 'collector of traces answers again', lostSpans: 3 }),
    ]);
  });

  test.each(['silent', 'down'] as const)('does not delay the work or the end when it is %s', async (how) => {
    const traces = open();
    collector.setMood('silent');
    if (how === 'down') await collector.stop();
    // More than the queue holds.
    for (let index = 0; index < 5000; index += 1) {
      expect(await traces.turn(START)(async () => traces.within({ name: 'x' }, async () => index))).toBe(index);
      attempt(traces, 'y');
    }
    if (how === 'silent') await vi.waitUntil(() => collector.requests() > 0, { timeout: 60_000 });
    await traces.stop();
    // The exporter gives up after 5 s only.
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(collector.spans).toEqual([]);
  });
});
