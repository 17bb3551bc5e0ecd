import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export type ProcessInfo = { readonly pid: number; readonly command: string };

type Row = ProcessInfo & { readonly parent: number };

const execFileAsync = promisify(execFile);
const LOOK_MS = 50;
const PATIENCE_MS = 60_000;

/** Lists the children of a process, their children, and so on. */
export async function listDescendants(pid: number): Promise<readonly ProcessInfo[]> {
  const rows = await listProcesses();
  const collect = (parent: number): Row[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...collect(row.pid)]);
  return collect(pid);
}

/** Waits until the processes have ended. @throws after 60 s, with the commands that still run */
export async function waitUntilGone(processes: readonly ProcessInfo[]): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const rows = await listProcesses();
    const left = processes.filter(({ pid, command }) => rows.some((row) => row.pid === pid && row.command === command));
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error(`still running: ${left.map(({ command }) => command).join('; ')}`);
    await sleep(LOOK_MS);
  }
}

async function listProcesses(): Promise<readonly Row[]> {
  return existsSync('/proc/self/stat') ? readProc() : askPs();
}

// Small systems have no ps.
function readProc(): readonly Row[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const [, state = '', parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        return isZombie(state) ? [] : [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        return [];
      }
    });
}

async function askPs(): Promise<readonly Row[]> {
  const { stdout } = await execFileAsync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || isZombie(state) ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

// A zombie keeps its process id until its parent reads its exit code.
function isZombie(state: string): boolean {
  return state.startsWith('Z');
}
