import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../operatorError.ts';

/** A directory is in use by another process. */
export class DirectoryLocked extends OperatorError {
  readonly code = 'DIRECTORY_LOCKED';
}

export type DirectoryLock = { release(): Promise<void> };

const HEARTBEAT_MS = 5000;
// A process on another host (two containers with one volume) can only be judged by its heartbeat.
const SILENT_MS = 30_000;

type Entry = { readonly pid: number; readonly started: string; readonly host: string };

// Since a process id is used again, Linux's start time (in ticks after boot) tells one process from the next.
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
 * Claims a directory for this process until it is released or the process ends, however it ends.
 *
 * Everybody first writes an entry of his own and then looks for others: whoever looks last sees the other, so two never
 * both succeed. The entries of the dead can be removed without a race, since nobody else ever writes under their name.
 * @param explain says what is wrong where another process, which it is told, has claimed it
 * @throws DirectoryLocked
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
