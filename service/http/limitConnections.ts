import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey } from './clientKey.ts';

export type ConnectionLimit = {
  /** The most open connections of one client. */
  readonly perClient: number;
  /** Proxies carry the connections of many clients, so they have no limit. */
  readonly isProxy: (address: string) => boolean;
};

/**
 * Closes a client's connections above its limit, idle ones included, so that one client cannot use up the server's
 * connections.
 */
export function limitConnections(server: Server, { perClient, isProxy }: ConnectionLimit): void {
  const counts = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    // The client has already left.
    if (address === undefined) return;
    if (isProxy(address)) return;
    const client = clientKey(address);
    const count = (counts.get(client) ?? 0) + 1;
    if (count > perClient) {
      socket.destroy();
      return;
    }
    counts.set(client, count);
    socket.once('close', () => {
      const left = (counts.get(client) ?? 1) - 1;
      if (left > 0) counts.set(client, left);
      else counts.delete(client);
    });
  });
}
