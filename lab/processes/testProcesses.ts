import type { SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** A port that nobody listened on a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Waits until something holds. @throws where it does not in time, with the last error */
export async function waitUntil<T>(
  look: () => Promise<T | null | undefined | false>,
  { timeoutMs = 45_000, everyMs = 50, what = 'it' } = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let lastError: unknown;
  while (Date.now() < deadline) {
    try {
      const found = await look();
      if (found !== null && found !== undefined && found !== false) return found;
    } catch (error) {
      lastError = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`${what} did not happen within ${timeoutMs} ms`, { cause: lastError });
}

// The shell holds the other end of its input: when this process ends, in whatever way, the shell reads the end of it and
// takes the program along.
const GUARD = '"$@" & child=$!; cat > /dev/null; kill -9 $child; wait $child 2> /dev/null';

export type OwnedOptions = Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>;

/** Starts a program that never outlives this process. @returns what ends it */
export function startOwned(command: string, args: readonly string[], options: OwnedOptions = {}): () => Promise<void> {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', command, ...args], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => {
    guard.once('exit', () => resolve());
    guard.once('error', () => resolve());
  });
  return () => {
    guard.stdin?.end();
    return ended;
  };
}
