import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startCuttableProxy } from './cuttableProxy.ts';

async function startEcho() {
  let received = '';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk;
      socket.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = await startCuttableProxy((server.address() as AddressInfo).port);
  onTestFinished(async () => {
    await proxy.stop();
    server.close();
  });
  return { proxy, received: () => received };
}

async function say(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('a cut proxy holds back bytes and delivers them once it is healed', async () => {
  const { proxy, received } = await startEcho();
  const old = await say(proxy.port);
  old.write('1');
  expect(String((await once(old, 'data'))[0])).toBe('1');
  proxy.cut();
  old.write('2');
  const young = await say(proxy.port);
  young.write('3');
  // A proxy that forwards would have echoed by the time another connection opens.
  const witness = await startEcho();
  const other = await say(witness.proxy.port);
  other.write('4');
  await once(other, 'data');
  expect(received()).toBe('1');
  proxy.heal();
  const echoes = await Promise.all([once(old, 'data'), once(young, 'data')]);
  expect(echoes.map(([chunk]) => String(chunk))).toEqual(['2', '3']);
});
