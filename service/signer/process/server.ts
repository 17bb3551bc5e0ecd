import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { logServerErrors } from '../../boot/log.ts';
import { createRequestListener } from './requestHandler.ts';
import type { SigningContext } from './signVerified.ts';
import { claimSocket, openSocket } from './socket.ts';

/** What a connection to the signer may use, on the socket and with TLS. */
export const CONNECTION_LIMITS = {
  headersTimeout: 2000,
  requestTimeout: 4000,
  connectionsCheckingInterval: 500,
} as const;

export type SignerServer = {
  /** Stops accepting, waits for running requests, and closes their connections after a time limit. */
  stop(): Promise<void>;
};

const MAX_CONNECTIONS = 64;
const DRAIN_MS = 10_000;

/** Stops accepting, waits for running requests, and closes their connections after a time limit. */
export async function stopServer(
  server: Pick<Server, 'close' | 'closeIdleConnections' | 'closeAllConnections'> & NodeJS.EventEmitter,
): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
}

/**
 * Serves the signer on a Unix domain socket.
 * @throws SocketRefused
 */
export async function startSignerServer(context: SigningContext, socketPath: string): Promise<SignerServer> {
  await claimSocket(socketPath);
  const { logger } = context;
  const server = createServer(
    CONNECTION_LIMITS,
    createRequestListener(logger, () => context),
  );
  logServerErrors(server, logger);
  server.maxConnections = MAX_CONNECTIONS;
  await openSocket(server, socketPath);
  return { stop: () => stopServer(server) };
}
