import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../boot/operatorError.ts';

/** Another process is using a directory. */
export class DirectoryLocked extends OperatorError {
  readonly code = 'DIRECTORY_LOCKED';
}

export type DirectoryLock = { release(): Promise<void> };

const HEARTBEAT_MS = 5000;
// A process on another host (two containers with one volume) counts as running while its heartbeat is younger than
// this.
const SILENT_MS = 30_000;

type Entry = { readonly pid: number; readonly started: string; readonly host: string };

// Linux reuses process ids. The start time (in ticks after boot) distinguishes two processes with the same id.
async function startedAt(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return (
    status
      ?.slice(status.lastIndexOf(')') + 2)
      .split(' ')
      .at(19) ?? 'unknown'
  );
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function parseEntry(name: string): Entry | null {
  const match = /^(\d+)\.(\w+)\.[0-9a-f]+\.(.+)$/.exec(name);
  const [, pid, started, host] = match ?? [];
  return pid === undefined || started === undefined || host === undefined ? null : { pid: Number(pid), started, host };
}

async function isAlive(path: string, { pid, started, host }: Entry): Promise<boolean> {
  if (host !== hostname()) {
    const heartbeat = await stat(path).catch(() => null);
    return heartbeat !== null && Date.now() - heartbeat.mtimeMs < SILENT_MS;
  }
  if (!isRunning(pid)) return false;
  const now = await startedAt(pid);
  return started === 'unknown' || now === 'unknown' || now === started;
}

/**
 * Locks a directory for this process. The lock ends when it is released or the process ends, even after a crash.
 *
 * Each process first writes its entry and then looks for other entries. Of two processes, the one that looks later
 * finds both entries, so at most one succeeds. Entry names are unique, so removing the entry of an ended process is
 * safe.
 * @param explain makes the error message from the process that has the lock
 * @throws DirectoryLocked if another process has the lock
 */
export async function lockDirectory(directory: string, explain: (holder: string) => string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true });
  const token = randomBytes(6).toString('hex');
  const own = `${process.pid}.${await startedAt(process.pid)}.${token}.${hostname()}`;
  const ownPath = join(directory, own);
  await writeFile(ownPath, '', { flag: 'wx' });
  try {
    const holder = await findHolder(directory, own);
    if (holder) throw new DirectoryLocked(explain(`process ${holder.pid} on ${holder.host}`));
  } catch (error) {
    await rm(ownPath, { force: true });
    throw error;
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(ownPath, now, now).catch(() => {});
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release: async () => {
      clearInterval(heartbeat);
      await rm(ownPath, { force: true });
    },
  };
}

async function findHolder(directory: string, own: string): Promise<Entry | null> {
  for (const name of await readdir(directory)) {
    const entry = parseEntry(name);
    if (name === own || !entry) continue;
    const path = join(directory, name);
    if (await isAlive(path, entry)) return entry;
    await rm(path, { force: true });
  }
  return null;
}
