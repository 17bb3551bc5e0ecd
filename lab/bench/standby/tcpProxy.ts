import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** Forwards one port to a server that can change, like the virtual address of a load balancer. */
export type TcpProxy = {
  readonly port: number;
  /** Closes every connection and forwards new ones to another port. */
  redirectTo(port: number): void;
  stop(): Promise<void>;
};

export async function startTcpProxy(firstPort: number): Promise<TcpProxy> {
  let target = firstPort;
  const sockets = new Set<Socket>();
  const closeAll = () => {
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
    redirectTo: (port) => {
      target = port;
      closeAll();
    },
    stop: async () => {
      closeAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
