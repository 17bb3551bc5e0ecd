import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./watchdog.mjs', import.meta.url));

const OWNER = randomUUID();

// One for all children of this program, started with the first of them.
let orders: Writable | null = null;

/**
 * The mark for the environment of a child, so that the watchdog also finds a child that this program started as it was
 * killed. Starts the watchdog.
 */
export function markChild(): { readonly CAUSEWAY_OWNER: string } {
  orders ??= startWatchdog();
  return { CAUSEWAY_OWNER: OWNER };
}

/** Has the watchdog stop a child if this program ends first, even by SIGKILL. @returns what ends the watch */
export function watch(pid: number, stopSignal: NodeJS.Signals): () => void {
  orders ??= startWatchdog();
  orders.write(`+${pid} ${stopSignal}\n`);
  return () => orders?.write(`-${pid}\n`);
}

function startWatchdog(): Writable {
  const watchdog = spawn(process.execPath, [PROGRAM, OWNER], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watchdog.stdin.on('error', () => {});
  // The watchdog outlives this program by a moment, so this program must not wait for it.
  watchdog.unref();
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref();
  return watchdog.stdin;
}
