import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function limitFiles(pid: number, limit: string): Promise<void> {
  await run('prlimit', ['--pid', String(pid), `--fsize=${limit}:unlimited`]);
}

/** Makes all of a process's file writes fail, as on a full disk. Writes to pipes and sockets still work. */
export function fillDisk(pid: number): Promise<void> {
  return limitFiles(pid, '0');
}

export function freeDisk(pid: number): Promise<void> {
  return limitFiles(pid, 'unlimited');
}
