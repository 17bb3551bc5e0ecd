import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** A port that forwards to another port, like a cable that can be cut. */
export type CuttableProxy = {
  readonly port: number;
  /** Forwards no bytes and no closes until `heal`. New connections still open, because a cut cable does not refuse them. */
  cut(): void;
  /** Forwards what was held back. */
  heal(): void;
  /** Ends the connections, and forwards new ones to another port. */
  pointTo(target: number): void;
  stop(): Promise<void>;
};

type Link = { readonly near: Socket; readonly far: Socket };

function pipe({ near, far }: Link): void {
  near.pipe(far).pipe(near);
}

function unpipe({ near, far }: Link): void {
  near.unpipe(far);
  far.unpipe(near);
  near.pause();
  far.pause();
}

function destroy({ near, far }: Link): void {
  near.destroy();
  far.destroy();
}

export async function startCuttableProxy(firstTarget: number): Promise<CuttableProxy> {
  const links = new Set<Link>();
  const held = new Set<Socket>();
  let isCut = false;
  let target = firstTarget;

  const open = (near: Socket) => {
    const link = { near, far: connect(target, '127.0.0.1') };
    links.add(link);
    for (const socket of [near, link.far]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        // The other end notices only after the cut.
        if (isCut) return;
        links.delete(link);
        destroy(link);
      });
    }
    pipe(link);
  };
  const server = createServer((near) => {
    near.on('error', () => {});
    if (!isCut) return open(near);
    near.pause();
    held.add(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      if (isCut) return;
      isCut = true;
      for (const link of links) unpipe(link);
    },
    heal: () => {
      if (!isCut) return;
      isCut = false;
      for (const link of links) {
        if (!link.near.destroyed && !link.far.destroyed) pipe(link);
        else {
          links.delete(link);
          destroy(link);
        }
      }
      for (const near of held) if (!near.destroyed) open(near);
      held.clear();
    },
    pointTo: (next) => {
      target = next;
      for (const link of links) destroy(link);
    },
    stop: async () => {
      for (const link of links) destroy(link);
      for (const near of held) near.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
