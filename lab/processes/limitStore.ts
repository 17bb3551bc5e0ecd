import { spawnSync } from 'node:child_process';
import type { RunningProcess } from './startProcess.ts';
import { startProcess } from './startProcess.ts';

const VARIABLE = 'CAUSEWAY_TEST_LIMIT_STORE';
const NAMES = ['valkey-server', 'redis-server'];

/** The program of a Valkey or Redis server on this machine; null without one. */
export function findLimitStore(): string | null {
  const candidates = [process.env[VARIABLE], ...NAMES].filter((name) => name !== undefined);
  return candidates.find((name) => spawnSync(name, ['--version']).status === 0) ?? null;
}

/** Starts a limit store that keeps nothing on disk. */
export function startLimitStore(program: string, port: number): RunningProcess {
  return startProcess({
    title: 'the limit store',
    command: program,
    args: ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
    stopSignal: 'SIGTERM',
  });
}
