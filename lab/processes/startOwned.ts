import type { SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';

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
