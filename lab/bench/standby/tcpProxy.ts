import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** An address that stands for a server which may change, as a load balancer's does. */
export type Gate = {
  readonly port: number;
  /** Ends every connection; new ones go to that port. */
  leadTo(port: number): void;
  stop(): Promise<void>;
};

export async function startGate(firstPort: number): Promise<Gate> {
  let target = firstPort;
  const sockets = new Set<Socket>();
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    const pair = [incoming, outgoing] as const;
    for (const socket of pair) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        for (const other of pair) other.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => {
      target = port;
      drop();
    },
    stop: async () => {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
