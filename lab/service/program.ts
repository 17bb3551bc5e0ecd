import { fileURLToPath } from 'node:url';
import type { Exit, RunningProcess, StartProcess } from '../processes/startProcess.ts';
import { startProcess } from '../processes/startProcess.ts';
import type { ProgramName, Programs } from './programs.ts';
import { findSharedBundle, SOURCES } from './programs.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const TITLES: Readonly<Record<ProgramName, string>> = {
  service: 'the transfer service',
  signer: 'the signer',
  migration: 'the migration',
  operator: "the operator's command",
};

export type ProgramOptions = {
  readonly environment: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  readonly input?: string;
  readonly logFile?: string;
  readonly start?: StartProcess;
  /** The TypeScript sources, as in production, or a bundle. By default the bundle that the tests share, if there is one. */
  readonly from?: ProgramOrigin;
};

export type ProgramOrigin = 'sources' | Programs;

/** The arguments of Node.js that start a program. */
export function argumentsOf(name: ProgramName, from?: ProgramOrigin): readonly string[] {
  if (typeof from === 'object') return [from[name]];
  const shared = findSharedBundle();
  if (from === 'sources' || shared === null) return ['--import', 'tsx', SOURCES[name]];
  return [shared[name]];
}

/** Starts a program of the service with no other variables than `environment`, PATH and HOME. */
export function startProgram(name: ProgramName, options: ProgramOptions): RunningProcess {
  const { environment, args = [], input, logFile, start = startProcess, from } = options;
  const { PATH = '', HOME = '' } = process.env;
  return start({
    title: TITLES[name],
    command: process.execPath,
    args: [...argumentsOf(name, from), ...args],
    cwd: ROOT,
    env: { PATH, HOME, ...environment },
    ...(input !== undefined && { input }),
    ...(logFile !== undefined && { logFile }),
    stopSignal: 'SIGTERM',
  });
}

export type ProcessEnd = Exit & { readonly output: string };

/** Waits for the end of a process. */
export async function untilEnded({ exited, output }: RunningProcess): Promise<ProcessEnd> {
  return { ...(await exited), output: output() };
}
