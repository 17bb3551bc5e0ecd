import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { HeadSubscription } from './headSubscription.ts';
import { subscribeToHeads } from './headSubscription.ts';

const NEWS = JSON.stringify({
  jsonrpc: '2.0',
  method: 'eth_subscription',
  params: { subscription: '0x1', result: {} },
});

let stops: (() => unknown)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

/** An endpoint, the connections that subscribed to it, and what a subscription to it has reported. */
async function start() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const subscribers: WebSocket[] = [];
  server.on('connection', (socket) => {
    socket.on('message', (message) => {
      expect(JSON.parse(String(message))).toMatchObject({ method: 'eth_subscribe', params: ['newHeads'] });
      subscribers.push(socket);
    });
  });
  const seen = { heads: 0, losses: 0 };
  const { port } = server.address() as AddressInfo;
  const subscription: HeadSubscription = subscribeToHeads({
    url: `ws://127.0.0.1:${port}`,
    onHead: () => {
      seen.heads += 1;
    },
    onLost: () => {
      seen.losses += 1;
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

test('a new block of the endpoint is reported', async () => {
  const { seen, nextSubscriber } = await start();
  (await nextSubscriber(0)).send(NEWS);
  await waitUntil(async () => seen.heads === 1);
});

test('many messages at once are reported as two: the first, and the end of the pause', async () => {
  const { seen, nextSubscriber } = await start();
  const endpoint = await nextSubscriber(0);
  for (let count = 0; count < 1000; count += 1) endpoint.send(NEWS);
  await waitUntil(async () => seen.heads >= 2);
  // Sending takes longer than one pause only on a very slow machine.
  expect(seen.heads).toBeLessThan(100);
});

test('it connects again after a loss and after a message that is too large', async () => {
  const { seen, nextSubscriber } = await start();
  (await nextSubscriber(0)).terminate();
  (await nextSubscriber(1)).send('x'.repeat(70_000));
  (await nextSubscriber(2)).send(NEWS);
  await waitUntil(async () => seen.heads === 1);
  expect(seen.losses).toBe(2);
});

test('it does not connect again after it was stopped', async () => {
  const { seen, subscription, nextSubscriber, server } = await start();
  const endpoint = await nextSubscriber(0);
  subscription.stop();
  await once(endpoint, 'close');
  expect(seen.losses).toBe(0);
  expect(server.clients.size).toBe(0);
});
