import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint, Fault, RpcCall } from './endpoint.ts';
import { startEndpoint } from './endpoint.ts';
import { combine, dropOldState, limitCalls, limitLogs, missingState, on } from './faults.ts';

const HEAD = 100;
const asHex = (number: number) => `0x${number.toString(16)}`;

/** What the chain has executed. */
let executed: string[];
let endpoint: Endpoint;

function answer({ method, params }: RpcCall): unknown {
  executed.push(method);
  if (method === 'eth_getLogs') return [{}, {}, {}];
  return method === 'eth_getBlockByNumber' ? { number: asHex(HEAD), asked: params[0] } : '0x7';
}

beforeEach(async () => {
  executed = [];
  endpoint = await startEndpoint(answer);
});
afterEach(() => endpoint.stop());

async function send(...methods: readonly string[]): Promise<Response> {
  const calls = methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params: ['latest', asHex(HEAD - 10)] }));
  const body = JSON.stringify(calls.length === 1 ? calls[0] : calls);
  return fetch(endpoint.url, { method: 'POST', body, signal: AbortSignal.timeout(500) });
}

const ask = async (...methods: readonly string[]) => (await send(...methods)).json();

test('an honest endpoint forwards calls and batches, and counts calls by method', async () => {
  expect(await ask('eth_call')).toMatchObject({ id: 0, result: '0x7' });
  const batch = await ask('eth_call', 'eth_getLogs');
  expect(batch).toMatchObject([{ result: '0x7' }, { result: [{}, {}, {}] }]);
  expect(Object.fromEntries(endpoint.counts().calls)).toEqual({ eth_call: 2, eth_getLogs: 1 });
  endpoint.clear();
  expect(endpoint.counts()).toMatchObject({ total: 0, refused: 0 });
});

describe('a fault of one call', () => {
  test.each<readonly [string, Fault, object]>([
    ['a false result', on('eth_call', { result: '0x8' }), { result: '0x8' }],
    ['a changed result', on('eth_call', { change: (result) => `${result}0` }), { result: '0x70' }],
    ['an error', on('eth_call', missingState), { error: { message: 'missing trie node' } }],
  ])('causes %s, and the rest of the batch stays true', async (_what, fault, expected) => {
    endpoint.answer(fault);
    expect(await ask('eth_call', 'eth_getLogs')).toMatchObject([expected, { result: [{}, {}, {}] }]);
    endpoint.answer(null);
    expect(await ask('eth_call')).toMatchObject({ result: '0x7' });
  });

  test('does not turn a real error into a result', async () => {
    endpoint.answer(combine(on('eth_call', missingState), on('eth_call', { change: () => '0x8' })));
    expect(await ask('eth_call')).not.toHaveProperty('result');
  });

  test.each([
    [2, { error: { code: -32_005 } }],
    [3, { result: [{}, {}, {}] }],
  ])('depends on the real result: at most %i logs', async (most, expected) => {
    endpoint.answer(limitLogs(most));
    expect(await ask('eth_getLogs')).toMatchObject(expected);
  });
});

describe('a fault of a whole request', () => {
  test.each([
    { deviation: 'drop', problem: /fetch failed/, calls: [] },
    { deviation: 'dropAnswer', problem: /fetch failed/, calls: ['eth_call', 'eth_getLogs'] },
    { deviation: 'hang', problem: /timeout/, calls: ['eth_call', 'eth_getLogs'] },
  ] as const)('$deviation: gives no answer, and the chain executes $calls', async ({ deviation, problem, calls }) => {
    endpoint.answer(on('eth_call', deviation));
    await expect(send('eth_call', 'eth_getLogs')).rejects.toThrow(problem);
    expect(executed).toEqual(calls);
  });

  test('duplicate: the chain executes it twice', async () => {
    endpoint.answer(on('eth_call', 'duplicate'));
    expect(await ask('eth_call', 'eth_getLogs')).toHaveLength(2);
    expect(executed).toEqual(['eth_call', 'eth_getLogs', 'eth_call', 'eth_getLogs']);
  });

  test('truncate: half of the answer is not valid JSON', async () => {
    endpoint.answer(() => 'truncate');
    await expect(ask('eth_call')).rejects.toThrow(SyntaxError);
  });

  test('delay: the answer comes later', async () => {
    endpoint.answer(() => ({ delayMs: 100 }));
    const start = performance.now();
    expect(await ask('eth_call')).toMatchObject({ result: '0x7' });
    expect(performance.now() - start).toBeGreaterThan(90);
  });

  test('a rate limit counts the calls of a batch, and refuses it as a whole', async () => {
    endpoint.answer(limitCalls(3));
    const refusal = await send('eth_call', 'eth_call', 'eth_call', 'eth_getLogs');
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '1']);
    expect(executed).toEqual([]);
    expect(endpoint.counts()).toMatchObject({ total: 4, refused: 4 });
  });
});

test('an endpoint without old state refuses that state once it has shown a newer block', async () => {
  endpoint.answer(dropOldState(3n));
  expect(await ask('eth_call')).toMatchObject({ result: '0x7' });
  await ask('eth_getBlockByNumber');
  expect(await ask('eth_call')).toMatchObject({ error: { message: 'missing trie node' } });
});

test('can be pointed at another chain', async () => {
  const other = await startEndpoint(() => '0x9');
  endpoint.setChain(other.url);
  expect(await ask('eth_call')).toMatchObject({ result: '0x9' });
  await other.stop();
});
