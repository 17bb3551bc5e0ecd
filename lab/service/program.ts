import { fileURLToPath } from 'node:url';
import type { Exit, RunningProcess, StartProcess } from '../processes/startProcess.ts';
import { startProcess } from '../processes/startProcess.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The programs of the product. */
const ENTRIES = {
  'the transfer service': 'service/main.ts',
  'the signer': 'service/signer/main.ts',
  'the migration': 'service/db/main.ts',
} as const;

export type ProgramTitle = keyof typeof ENTRIES;

export type ProgramOptions = {
  readonly environment: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  readonly input?: string;
  readonly logFile?: string;
  readonly start?: StartProcess;
};

/** Starts a program of the service with no other variables than `environment`, PATH and HOME. */
export function startProgram(title: ProgramTitle, options: ProgramOptions): RunningProcess {
  const { environment, args = [], input, logFile, start = startProcess } = options;
  const { PATH = '', HOME = '' } = process.env;
  return start({
    title,
    command: process.execPath,
    args: ['--import', 'tsx', ENTRIES[title], ...args],
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
