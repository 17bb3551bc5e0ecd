import { constants } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { logServerErrors } from '../../boot/log.ts';
import { OperatorError } from '../../boot/operatorError.ts';
import type { TlsIdentity } from '../../boot/tls.ts';
import { readTlsIdentity, tlsFilesIn } from '../../boot/tls.ts';
import type { RemotePolicy } from './policy.ts';
import { createRequestListener } from './requestHandler.ts';
import type { SignerServer } from './server.ts';
import { CONNECTION_LIMITS, stopServer } from './server.ts';
import type { SigningContext } from './signVerified.ts';

/** How workers on other machines reach the signer. */
export type RemoteAccess = {
  readonly host: string;
  readonly port: number;
  /** The names in the certificates of the workers that may ask. */
  readonly clients: readonly string[];
  readonly identity: TlsIdentity;
};

/**
 * Reads how workers on other machines reach the signer.
 * @param state the signer's folder, which contains its certificates
 * @throws TlsFilesRefused, PrivateFileRefused
 */
export async function readRemoteAccess({ listen, clients }: RemotePolicy, state: string): Promise<RemoteAccess> {
  const { hostname, port } = new URL(`tcp://${listen}`);
  const identity = await readTlsIdentity(tlsFilesIn(state));
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), clients, identity };
}

const INTERVAL_MS = 10_000;

/**
 * Logs refused connections. Anyone on the network can cause them, so it writes at most one line per ten seconds, with
 * their number since the last line.
 */
function createRefusalLog(
  logger: Logger,
  readTicks: () => number = () => performance.now(),
): (address: string | undefined, reason: string) => void {
  let count = 0;
  let next = readTicks();
  return (address, reason) => {
    count += 1;
    if (readTicks() < next) return;
    logger.warn({ address, reason, connections: count }, 'connection refused');
    count = 0;
    next = readTicks() + INTERVAL_MS;
  };
}

/** Thrown when the signer cannot listen for workers on other machines. */
export class AddressRefused extends OperatorError {
  readonly code = 'ADDRESS_REFUSED';
}

export type TlsServer = SignerServer & { readonly port: number };

const HANDSHAKE_TIMEOUT_MS = 2000;
// Anyone on the network can open connections. A worker has only a few at a time.
const MAX_CONNECTIONS = 256;
const MAX_CONNECTIONS_OF_ADDRESS = 32;

/** The configured name in a connection's certificate. A certificate name with "*" counts as none. */
function findClient(socket: TLSSocket, clients: readonly string[]): string | null {
  const certificate = socket.authorized ? socket.getPeerX509Certificate() : undefined;
  const options = { subject: 'never', wildcards: false } as const;
  return clients.find((name) => certificate?.checkHost(name, options) !== undefined) ?? null;
}

/**
 * Why a connection may not ask; null if it may. A certificate that can't be read is a reason, and must not end the
 * process.
 */
function findRefusal(socket: TLSSocket, clients: readonly string[]): string | null {
  try {
    if (findClient(socket, clients) !== null) return null;
    const names = socket.getPeerX509Certificate()?.subjectAltName;
    return `no name of the certificate is in signer.clients: ${names}`;
  } catch (error) {
    return `certificate not readable: ${error instanceof Error ? error.message : error}`;
  }
}

/** Closes connections beyond the limit of their address. */
function limitAddresses(refuse: (address: string | undefined, reason: string) => void) {
  const open = new Map<string, number>();
  return (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    const count = (open.get(address) ?? 0) + 1;
    if (count > MAX_CONNECTIONS_OF_ADDRESS) {
      refuse(address, 'too many connections');
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  };
}

/**
 * Serves the signer to workers on other machines: over TLS 1.3, to certificates from the configured authority that have
 * one of the configured names.
 * @throws AddressRefused
 */
export async function startTlsServer(
  context: SigningContext,
  { host, port, clients, identity }: RemoteAccess,
): Promise<TlsServer> {
  const { logger } = context;
  const refuse = createRefusalLog(logger);
  const options = {
    ...{ ...CONNECTION_LIMITS, ...identity.options, handshakeTimeout: HANDSHAKE_TIMEOUT_MS },
    // A resumed session would skip the certificate: the worker could continue after its certificate expired.
    secureOptions: constants.SSL_OP_NO_TICKET,
  };
  const listener = createRequestListener(logger, ({ socket }) => {
    const client = socket instanceof TLSSocket ? findClient(socket, clients) : null;
    return client === null ? null : { ...context, logger: logger.child({ client }) };
  });
  const server = createServer({ ...options, requestCert: true, rejectUnauthorized: true }, listener);
  logServerErrors(server, logger);
  server.maxConnections = MAX_CONNECTIONS;
  server.prependListener('connection', limitAddresses(refuse));
  server.on('tlsClientError', (error, socket) => {
    // Node.js closes a connection with a refused certificate before it says why.
    refuse(socket.remoteAddress, socket.authorizationError ? `${socket.authorizationError}` : error.message);
  });
  // Before the listener that reads requests.
  server.prependListener('secureConnection', (socket) => {
    const refusal = findRefusal(socket, clients);
    if (refusal === null) return;
    refuse(socket.remoteAddress, refusal);
    socket.destroy();
  });
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new AddressRefused(
      `The signer cannot listen on ${host} port ${port}. Stop the program that uses the port, or correct signer.listen.`,
      { cause },
    );
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () => stopServer(server),
  };
}
