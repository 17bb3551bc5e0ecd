import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./watchdog.mjs', import.meta.url));

const OWNER = randomUUID();

// One for all children of this program, started with the first.
let orders: Writable | null = null;

/**
 * Starts the watchdog. @returns the mark for a child's environment, by which the watchdog also finds a child that was started
 * just before this program was killed
 */
export function markChild(): { readonly CAUSEWAY_OWNER: string } {
  orders ??= startWatchdog();
  return { CAUSEWAY_OWNER: OWNER };
}

/** Has the watchdog stop a child if this program ends first, even by SIGKILL. @returns a function that ends the watch */
export function watch(pid: number, stopSignal: NodeJS.Signals): () => void {
  orders ??= startWatchdog();
  orders.write(`+${pid} ${stopSignal}\n`);
  return () => orders?.write(`-${pid}\n`);
}

function startWatchdog(): Writable {
  const watchdog = spawn(process.execPath, [PROGRAM, OWNER], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watchdog.stdin.on('error', () => {});
  // The watchdog briefly outlives this program, so this program must not wait for it.
  watchdog.unref();
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref();
  return watchdog.stdin;
}
