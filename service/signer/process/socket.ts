import { once } from 'node:events';
import { chmod, chown, lstat, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:net';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { OperatorError } from '../../boot/operatorError.ts';

/** Thrown if the signer can't listen on its socket. */
export class SocketRefused extends OperatorError {
  readonly code = 'SOCKET_REFUSED';
}

// The system silently truncates longer paths. macOS has the lowest limit.
const MAX_PATH_BYTES = 103;

export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_PATH_BYTES;
}

async function validateFolder(folder: string): Promise<void> {
  const status = await stat(folder).catch(() => null);
  if (!status?.isDirectory()) {
    throw new SocketRefused(`${folder} is not a directory. Create it for the socket: install -d -m 700 ${folder}`);
  }
  // An account that can write there could replace the socket with another.
  if (status.uid !== process.getuid?.() || (status.mode & 0o027) !== 0) {
    throw new SocketRefused(
      `${folder} must belong to the signer's account, and other accounts must not read or write it. Run: chmod 700 ${folder} (or 710 when the service runs as another account of the directory's group)`,
    );
  }
}

async function isListening(path: string): Promise<boolean> {
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
 * Verifies that a path is free for a socket, and removes the socket of a killed signer.
 * @throws SocketRefused
 */
export async function claimSocket(path: string): Promise<void> {
  if (!fitsSocket(path)) {
    throw new SocketRefused(
      `CAUSEWAY_SOCKET must have at most ${MAX_PATH_BYTES} bytes, but ${path} has ${Buffer.byteLength(path)}. Choose a shorter path.`,
    );
  }
  await validateFolder(dirname(path));
  const status = await lstat(path).catch(() => null);
  if (!status) return;
  if (!status.isSocket())
    throw new SocketRefused(`${path} exists and is not a socket. Remove it or choose another path.`);
  if (await isListening(path))
    throw new SocketRefused(`Another signer listens on ${path}. Stop it or choose another path.`);
  await rm(path, { force: true });
}

/** Listens for this account only, and for the directory's group if that group may enter the directory. */
export async function openSocket(server: Server, path: string): Promise<void> {
  server.listen(path);
  await once(server, 'listening');
  const { uid, gid, mode } = await stat(dirname(path));
  if ((mode & 0o010) === 0) return chmod(path, 0o600);
  await chown(path, uid, gid);
  await chmod(path, 0o660);
}
