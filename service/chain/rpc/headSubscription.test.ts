import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { numberToHex } from 'viem';
import { afterEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { waitUntil } from '../../../tools/lab/processes/waitUntil.ts';
import type { SubscriptionProblem } from './headSubscription.ts';
import { subscribeToHeads } from './headSubscription.ts';

const SUBSCRIBED = JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0xa' });
const REFUSED = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'no such method' } });

const hashOf = (number: number) => numberToHex(number, { size: 32 });
const newsOf = (hash: unknown, subscription = '0xa') =>
  JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result: { hash } } });

let stops: (() => unknown)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

type Endpoint = { readonly reply?: string; readonly port?: number };

/** An endpoint, the connections that subscribed to it, and what a subscription reported. */
async function start({ reply = SUBSCRIBED, port }: Endpoint = {}) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const subscribers: WebSocket[] = [];
  server.on('connection', (socket) => {
    socket.on('message', (message) => {
      expect(JSON.parse(String(message))).toMatchObject({ method: 'eth_subscribe', params: ['newHeads'] });
      socket.send(reply);
      subscribers.push(socket);
    });
  });
  const seen: { heads: number; problems: SubscriptionProblem[] } = { heads: 0, problems: [] };
  const address = server.address() as AddressInfo;
  const subscription = subscribeToHeads({
    url: `ws://127.0.0.1:${port ?? address.port}`,
    onHead: () => {
      seen.heads += 1;
    },
    onProblem: (problem) => {
      seen.problems.push(problem);
    },
  });
  stops.push(
    () => subscription.stop(),
    () => server.close(),
  );
  const nextSubscriber = async (index: number) => {
    const found = await waitUntil(async () => subscribers[index]);
    return found as WebSocket;
  };
  return { seen, subscription, nextSubscriber, server };
}

/** Waits until the other side has read every earlier message. */
async function settle(endpoint: WebSocket): Promise<void> {
  endpoint.ping();
  await once(endpoint, 'pong');
}

test('a new block of the endpoint is reported', async () => {
  const { seen, nextSubscriber } = await start();
  (await nextSubscriber(0)).send(newsOf(hashOf(1)));
  await waitUntil(async () => seen.heads === 1);
});

test('only the hash of a block in this subscription counts as a new block', async () => {
  const { seen, nextSubscriber } = await start();
  const endpoint = await nextSubscriber(0);
  for (const junk of ['junk', '[]', 'null', REFUSED, newsOf('0x1'), newsOf(null), newsOf(hashOf(1), '0xb')]) {
    endpoint.send(junk);
  }
  await settle(endpoint);
  expect(seen.heads).toBe(0);
});

test('a connection with more than a hundred messages in a second is ended', async () => {
  const { seen, nextSubscriber } = await start();
  const endpoint = await nextSubscriber(0);
  const closed = once(endpoint, 'close');
  const flood = setInterval(() => {
    for (let count = 0; count < 1000; count += 1) endpoint.send(newsOf(hashOf(count)));
  }, 1);
  stops.push(() => clearInterval(flood));
  await closed;
  clearInterval(flood);
  await waitUntil(async () => seen.problems.includes('flooded'));
  expect(seen.heads).toBeLessThan(100);
});

test('a refused subscription ends the connection and is reported', async () => {
  const { seen } = await start({ reply: REFUSED });
  await waitUntil(async () => seen.problems.includes('refused'));
  expect(seen.heads).toBe(0);
});

test('an endpoint that cannot be reached is reported', async () => {
  // Port 1 has no server.
  const { seen } = await start({ port: 1 });
  await waitUntil(async () => seen.problems.includes('unreachable'));
});

test('a connection that announces none of three blocks is closed', async () => {
  const { seen, subscription, nextSubscriber } = await start();
  const endpoint = await nextSubscriber(0);
  endpoint.send(newsOf(hashOf(1)));
  await waitUntil(async () => seen.heads === 1);
  for (const number of [1, 2, 3]) subscription.noteBlock(hashOf(number));
  endpoint.send(newsOf(hashOf(4)));
  await waitUntil(async () => seen.heads === 2);
  expect(seen.problems).toEqual([]);
  for (const number of [4, 5, 6, 7]) subscription.noteBlock(hashOf(number));
  await waitUntil(async () => seen.problems.includes('silent'));
  await nextSubscriber(1);
});

test('it reconnects after a loss and after a message that is too large', async () => {
  const { seen, nextSubscriber } = await start();
  (await nextSubscriber(0)).terminate();
  (await nextSubscriber(1)).send('x'.repeat(70_000));
  (await nextSubscriber(2)).send(newsOf(hashOf(1)));
  await waitUntil(async () => seen.heads === 1);
  // Only the first of several problems in a row is reported.
  expect(seen.problems).toEqual(['lost']);
});

test('it does not reconnect after it was stopped', async () => {
  const { seen, subscription, nextSubscriber, server } = await start();
  const endpoint = await nextSubscriber(0);
  subscription.stop();
  await once(endpoint, 'close');
  expect(seen.problems).toEqual([]);
  expect(server.clients.size).toBe(0);
});
