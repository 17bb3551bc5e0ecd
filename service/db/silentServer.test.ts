import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { DatabaseUnavailable, UnsafeDatabase } from './database.ts';
import { openPostgres } from './postgres.ts';

// A server that speaks just enough of PostgreSQL's protocol to accept a connection, then does what the test needs.

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const AUTHENTICATED = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const refusal = (text: string) => message('E', Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`));

let stop = () => {};
afterEach(() => stop());

async function startServer(onStartup: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => onStartup(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return `postgresql://worker@127.0.0.1:${(server.address() as AddressInfo).port}/causeway`;
}

test('a server that falls silent after connecting does not block a worker forever', async () => {
  const url = await startServer((socket) => socket.write(AUTHENTICATED));
  await expect(openPostgres({ url, poolSize: 1, answerTimeoutMs: 200 }, () => {})).rejects.toThrow(DatabaseUnavailable);
});

test('a pooler that refuses the timeouts is named, with the setting that fixes it', async () => {
  const url = await startServer((socket) => socket.end(refusal('unsupported startup parameter: statement_timeout')));
  const refused = openPostgres({ url, poolSize: 1 }, () => {});
  await expect(refused).rejects.toThrow(UnsafeDatabase);
  await expect(refused).rejects.toThrow(/statement_timeout\..*ignore_startup_parameters/);
});

test('any other refusal remains an unavailable database', async () => {
  const url = await startServer((socket) => socket.end(refusal('no more connections allowed')));
  await expect(openPostgres({ url, poolSize: 1 }, () => {})).rejects.toThrow(DatabaseUnavailable);
});
