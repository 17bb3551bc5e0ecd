import type { Server } from 'node:net';
import type { Logger } from 'pino';

/**
 * Logs the errors of a server from when it listens: connections that it cannot accept, as without a free file descriptor. Node ends
 * a process whose server fails without a listener for it.
 */
export function logServerErrors(server: Server, logger: Logger): void {
  // A failure to listen is the caller's.
  server.once('listening', () => server.on('error', (err) => logger.error({ err }, 'connection not accepted')));
}
