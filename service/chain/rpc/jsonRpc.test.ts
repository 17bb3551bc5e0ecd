import { expect, test } from 'vitest';
import { createJsonRpc } from './jsonRpc.ts';

const URL = 'http://one.example';
const HEAD = { method: 'eth_blockNumber', params: [] };
const CHAIN = { method: 'eth_chainId', params: [] };

type Body = { readonly id: number; readonly method: string };

/** An endpoint, and the requests that it has received. */
function create(answer: (bodies: readonly Body[]) => unknown, batchSize = 20) {
  const posted: unknown[] = [];
  const send = createJsonRpc(
    async (json) => {
      const bodies: Body | readonly Body[] = JSON.parse(json);
      posted.push(bodies);
      return answer([bodies].flat());
    },
    { url: URL, batchSize },
  );
  return { posted, send };
}

test('sends calls of the same time in one request, and finds each answer by its id', async () => {
  const { posted, send } = create((bodies) => bodies.map(({ id, method }) => ({ id, result: method })).reverse());
  expect(await Promise.all([send(HEAD), send(CHAIN)])).toEqual(['eth_blockNumber', 'eth_chainId']);
  expect(posted).toHaveLength(1);
});

test('puts no more calls into a request than its batch size', async () => {
  const { posted, send } = create((bodies) => bodies.map(({ id }) => ({ id, result: id })), 2);
  await Promise.all([send(HEAD), send(CHAIN), send(HEAD)].map((call) => call.catch(() => null)));
  expect(posted).toMatchObject([[HEAD, CHAIN], HEAD]);
});

test('a call alone is not a list', async () => {
  const { posted, send } = create(() => ({ id: 7, result: '0x1' }), 1);
  expect(await send(HEAD)).toBe('0x1');
  expect(posted).toMatchObject([HEAD]);
});

test('a rate limit for the whole request is the error of each call', async () => {
  const { send } = create(() => ({ error: { code: -32_005, message: 'too many requests' } }));
  const calls = [send(HEAD), send(CHAIN)];
  for (const call of calls) await expect(call).rejects.toMatchObject({ name: 'RpcRequestError', code: -32_005 });
});

test.each([
  ['a refusal of lists', { error: { code: -32_600, message: 'batch requests are not supported' } }],
  ['one result for several calls', { id: 1, result: '0x77' }],
  ['an error that is no object', { error: true }],
  ['nothing', null],
])('%s answers none of several calls', async (_what, answer) => {
  const { send } = create(() => answer);
  const calls = [send(HEAD), send(CHAIN)];
  for (const call of calls) await expect(call).rejects.toThrow('the answer to several calls is not a list');
});

test.each([
  ['lacks it', [{ id: 1, result: '0x1' }]],
  ['has neither a result nor an error', [{ id: 1, result: '0x1' }, { id: 2 }]],
])('a call fails if the answer %s, and the others do not', async (_what, answer) => {
  const { send } = create(() => answer);
  const [first, second] = [send(HEAD), send(CHAIN)];
  await expect(second).rejects.toThrow('the answer to eth_chainId has no result');
  expect(await first).toBe('0x1');
});
