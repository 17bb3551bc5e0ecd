import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSampleCatalog, pickChain } from '../../../tools/lab/service/sampleCatalog.ts';
import { contradiction, createRequestClient } from '../chainClient.ts';
import type { RpcErrorClass, RpcObserver } from './rpcObserver.ts';
import { SILENT_OBSERVER } from './rpcObserver.ts';

type Answer = { readonly status?: number; readonly body?: string; readonly error?: { code: number; message: string } };

let answer: Answer | 'drop' | 'hang' = {};
let url = '';

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const question: { id: number } | { id: number }[] = JSON.parse(text);
  if (answer === 'hang') return;
  if (answer === 'drop') {
    request.socket.destroy();
    return;
  }
  const { status = 200, body, error } = answer;
  const toAnswer = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, ...(error ? { error } : { result: '0x1' }) });
  response.writeHead(status, { 'content-type': body === undefined ? 'application/json' : 'text/html' });
  response.end(body ?? JSON.stringify(Array.isArray(question) ? question.map(toAnswer) : toAnswer(question)));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function createObserved() {
  const seen: (RpcErrorClass | null)[] = [];
  const observer: RpcObserver = {
    ...SILENT_OBSERVER,
    onCall: ({ chainId, rpc, seconds, failure }) => {
      expect([chainId, rpc]).toEqual([31337, 2]);
      expect(seconds).toBeGreaterThan(0);
      seen.push(failure);
    },
    onContradiction: () => seen.push('inconsistent'),
  };
  const chain = pickChain(
    createSampleCatalog((file) => {
      for (const entry of file.chains) entry.rpcUrls = ['http://127.0.0.1:9', url];
    }),
    'Northshore',
  );
  return { client: createRequestClient(chain, observer), seen };
}

const overloaded = { code: -32005, message: 'limit exceeded' };
const unknown = { code: -32000, message: 'header not found' };
const internal = { code: -32603, message: 'internal' };

test.each<[string, Answer | 'drop' | 'hang', RpcErrorClass | null]>([
  ['an answer', {}, null],
  ['a connection that breaks', 'drop', 'connection'],
  ['no answer in time', 'hang', 'timeout'],
  ['too many requests, by HTTP', { status: 429, body: 'slow down' }, 'rate_limited'],
  ['too many requests, in JSON', { error: overloaded }, 'rate_limited'],
  ['a wrong key', { status: 401, body: 'who are you' }, 'http_4xx'],
  ['a bad gateway', { status: 502, body: '<html>' }, 'http_5xx'],
  ['a page instead of JSON', { body: '<html>welcome</html>' }, 'malformed'],
  ['JSON that is not an answer', { body: '{}' }, 'malformed'],
  ['a JSON-RPC error', { error: unknown }, 'rpc_error'],
])(
  '%s is reported to the observer',
  async (_what, given, expected) => {
    const { client, seen } = createObserved();
    answer = given;
    await client.senders[1]?.getChainId().catch(() => null);
    // A rate limit is retried, and so is an answer that another call in the batch may have spoilt.
    expect([...new Set(seen)]).toEqual([expected]);
  },
  20_000,
);

test.each<[object, RpcErrorClass]>([
  [unknown, 'refused'],
  [internal, 'rpc_error'],
])('a transaction answered with %o is %s', async (error, expected) => {
  const { client, seen } = createObserved();
  answer = { error: { code: 0, message: '', ...error } };
  await client.senders[1]?.sendRawTransaction({ serializedTransaction: '0x02' }).catch(() => null);
  expect(seen).toEqual([expected]);
});

test('contradicting answers are reported', () => {
  const { client, seen } = createObserved();
  expect(contradiction(client, 'no')).toMatchObject({ code: 'INCONSISTENT_RPC', message: 'no' });
  expect(seen).toEqual(['inconsistent']);
});
