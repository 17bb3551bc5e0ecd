import type { RunningProcess } from '../../processes/startProcess.ts';
import { startProcess } from '../../processes/startProcess.ts';

export type WorkerProcessOptions = {
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
};

/** A service process that restarts whenever it ends. */
export type WorkerProcess = {
  /** How often the process ended without being killed. */
  readonly unexpectedExits: () => number;
  /** The process of this moment. */
  pid(): number;
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
};

const RESTART_MS = 200;

export function startWorkerProcess({ program, environment, logFile }: WorkerProcessOptions): WorkerProcess {
  const { PATH = '', HOME = '' } = process.env;
  const spec = {
    title: 'the service',
    command: process.execPath,
    args: [program],
    env: { PATH, HOME, ...environment },
    logFile,
    stopSignal: 'SIGKILL',
  } as const;
  let current: RunningProcess;
  let isWanted = true;
  let unexpectedExits = 0;
  let restart: NodeJS.Timeout | undefined;
  let isKilled = false;

  const start = () => {
    isKilled = false;
    current = startProcess(spec);
    void current.exited.then(() => {
      if (isKilled || !isWanted) return;
      unexpectedExits += 1;
      // The service ends if the database is down when it starts.
      restart = setTimeout(start, RESTART_MS);
    });
  };
  const kill = async () => {
    clearTimeout(restart);
    isKilled = true;
    await current.stop();
  };
  start();
  return {
    unexpectedExits: () => unexpectedExits,
    pid: () => current.pid,
    killAndRestart: async () => {
      await kill();
      if (isWanted) start();
    },
    stop: async () => {
      isWanted = false;
      await kill();
    },
  };
}
