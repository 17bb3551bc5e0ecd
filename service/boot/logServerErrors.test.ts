import { once } from 'node:events';
import { createServer } from 'node:net';
import pino from 'pino';
import { expect, test } from 'vitest';
import { logServerErrors } from './log.ts';

test('a connection that a server cannot accept is logged and does not end the process', async () => {
  const log: string[] = [];
  const server = createServer();
  logServerErrors(server, pino({}, { write: (line: string) => void log.push(line) }));
  // The caller handles a failure to listen.
  expect(() => server.emit('error', new Error('EADDRINUSE'))).toThrow('EADDRINUSE');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(server.emit('error', new Error('accept EMFILE'))).toBe(true);
  expect(log.join()).toContain('accept EMFILE');
  server.close();
});
