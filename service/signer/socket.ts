import { once } from 'node:events';
import { chmod, chown, lstat, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:net';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { OperatorError } from '../operatorError.ts';

/** The signer cannot listen there. The message tells a person what to change. */
export class SocketRefused extends OperatorError {
  readonly code = 'SOCKET_REFUSED';
}

// The system cuts longer paths off in silence; macOS is the shortest of those that we run on.
const MAX_PATH_BYTES = 103;

/** Whether the system can take a path for a socket. */
export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_PATH_BYTES;
}

async function checkFolder(folder: string): Promise<void> {
  const status = await stat(folder).catch(() => null);
  if (!status?.isDirectory()) {
    throw new SocketRefused(`${folder} is no directory; make one for the socket: install -d -m 700 ${folder}`);
  }
  // Whoever can write there could put a socket of their own in the place of ours.
  if (status.uid !== process.getuid?.() || (status.mode & 0o027) !== 0) {
    throw new SocketRefused(
      `${folder} is for the signer's socket alone: it must belong to the signer's account, its group may enter it at most, and others must not: chmod 700 ${folder}, or 710 where the service runs as another account of its group`,
    );
  }
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Makes sure that a path is free for a socket, and removes what a signer that was killed left there.
 * @throws SocketRefused
 */
export async function claimSocket(path: string): Promise<void> {
  if (!fitsSocket(path)) {
    throw new SocketRefused(
      `The path of the signer's socket must have at most ${MAX_PATH_BYTES} bytes, and ${path} has ${Buffer.byteLength(path)}. Choose a shorter one.`,
    );
  }
  await checkFolder(dirname(path));
  const status = await lstat(path).catch(() => null);
  if (!status) return;
  if (!status.isSocket()) throw new SocketRefused(`${path} is there already and is no socket.`);
  if (await isAnswered(path)) throw new SocketRefused(`Another signer listens on ${path}.`);
  await rm(path, { force: true });
}

/** Listens, for this account only; for its directory's group too where that group may enter the directory. */
export async function openSocket(server: Server, path: string): Promise<void> {
  server.listen(path);
  await once(server, 'listening');
  const { uid, gid, mode } = await stat(dirname(path));
  if ((mode & 0o010) === 0) return chmod(path, 0o600);
  await chown(path, uid, gid);
  await chmod(path, 0o660);
}
