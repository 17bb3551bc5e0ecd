import { fileURLToPath } from 'node:url';
import type { Exit, RunningProcess, StartProcess } from '../processes/startProcess.ts';
import { startProcess, untilReady } from '../processes/startProcess.ts';
import type { Programs, TestPrograms } from './programs.ts';
import { FAILPOINT_SOURCES, findSharedBundle, SOURCES } from './programs.ts';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const FILES = { ...SOURCES, ...FAILPOINT_SOURCES };

type StartedName = keyof TestPrograms;

const TITLES: Readonly<Record<StartedName, string>> = {
  service: 'the transfer service',
  signer: 'the signer',
  migration: 'the migration',
  operator: "the operator's command",
  host: 'the web host',
  failpoints: 'the service process',
};

export type ProgramOptions = {
  readonly environment: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  /** Standard input: a text, or `open`. */
  readonly input?: string;
  readonly logFile?: string;
  readonly stopSignal?: NodeJS.Signals;
  readonly start?: StartProcess;
  /** The TypeScript sources or a bundle. By default the bundle that tests share, if there is one. */
  readonly from?: ProgramOrigin;
};

export type ProgramOrigin = 'sources' | Programs;

/** The Node.js arguments that start a program. */
export function argumentsOf(name: StartedName, from?: ProgramOrigin): readonly string[] {
  const programs: Partial<TestPrograms> | null = from === 'sources' ? null : (from ?? findSharedBundle());
  const bundled = programs?.[name];
  return bundled === undefined ? ['--import', 'tsx', FILES[name]] : [bundled];
}

/** Starts one of the service's programs with only `environment`, PATH and HOME as variables. */
export function startProgram(name: StartedName, options: ProgramOptions): RunningProcess {
  const { environment, args = [], input, logFile, stopSignal = 'SIGTERM', start = startProcess, from } = options;
  const { PATH = '', HOME = '' } = process.env;
  return start({
    title: TITLES[name],
    command: process.execPath,
    args: [...argumentsOf(name, from), ...args],
    cwd: ROOT,
    env: { PATH, HOME, ...environment },
    ...(input !== undefined && { input }),
    ...(logFile !== undefined && { logFile }),
    stopSignal,
  });
}

export type ProcessEnd = Exit & { readonly output: string };

/** Waits until a process has ended. */
export async function untilEnded({ exited, output }: RunningProcess): Promise<ProcessEnd> {
  return { ...(await exited), output: output() };
}

/** Runs `npm run migrate` on a database. */
export function runMigration(databaseUrl: string): Promise<ProcessEnd> {
  return untilEnded(startProgram('migration', { environment: { DATABASE_URL: databaseUrl }, from: 'sources' }));
}

type ProgramProcess = {
  readonly pid: number;
  readonly ended: Promise<ProcessEnd>;
  /** Its output so far. */
  output(): string;
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL'): Promise<ProcessEnd>;
};

/** The transfer service as a process. */
export type ServiceProcess = ProgramProcess & {
  /**
   * Resolves to the base address once the service listens; empty for a service without an API. @throws ProcessDied if it ends
   * first
   */
  readonly url: Promise<string>;
};

/** The signer as a process. */
export type SignerProcess = ProgramProcess & {
  /** Resolves once the signer listens. @throws ProcessDied if it ends first */
  readonly listens: Promise<unknown>;
};

const START_MS = 180_000;

/** @param announcement matches what the program prints once it is ready, and captures its address if there is one */
function follow(program: RunningProcess, announcement: RegExp) {
  const ended = untilEnded(program);
  const readAnnouncement = async () => announcement.exec(program.output());
  const ready = untilReady(program, readAnnouncement, { timeoutMs: START_MS }).then(([, address = '']) => address);
  ready.catch(() => {});
  const kill: ProgramProcess['kill'] = (signal) => {
    program.send(signal);
    return ended;
  };
  return { ready, process: { pid: program.pid, output: program.output, ended, kill } };
}

export function startServiceProcess(environment: Readonly<Record<string, string>>): ServiceProcess {
  const service = startProgram('service', { environment });
  const { ready, process } = follow(service, /listening on (http[^"]+)|workers (?:run|started)/);
  return { ...process, url: ready };
}

export function startSignerProcess(
  environment: Readonly<Record<string, string>>,
  { args = [], input = '' }: { readonly args?: readonly string[]; readonly input?: string } = {},
): SignerProcess {
  const signer = startProgram('signer', { environment, args, input });
  const { ready, process } = follow(signer, /signer (?:is )?listen(?:s|ing)/);
  return { ...process, listens: ready };
}
