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
  /** Does nothing while the process is halted. */
  killAndRestart(): Promise<void>;
  /** Kills the process until `restart`. */
  halt(): Promise<void>;
  /** Starts a halted process with these variables changed. */
  restart(changed: Readonly<Record<string, string>>): void;
  stop(): Promise<void>;
};

const RESTART_MS = 200;

export function startWorkerProcess({ program, environment, logFile }: WorkerProcessOptions): WorkerProcess {
  const { PATH = '', HOME = '' } = process.env;
  let env = { PATH, HOME, ...environment };
  const spec = {
    title: 'the service',
    command: process.execPath,
    args: [program],
    logFile,
    stopSignal: 'SIGKILL',
  } as const;
  let current: RunningProcess;
  let isWanted = true;
  // A kill in progress must end before the next one begins: two starts would leave a process that nothing stops.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  let unexpectedExits = 0;
  let restart: NodeJS.Timeout | undefined;
  let isKilled = false;

  const start = () => {
    isKilled = false;
    current = startProcess({ ...spec, env });
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
    killAndRestart: () =>
      inTurn(async () => {
        if (!isWanted) return;
        await kill();
        start();
      }),
    halt: () =>
      inTurn(async () => {
        isWanted = false;
        await kill();
      }),
    restart: (changed) => {
      env = { ...env, ...changed };
      isWanted = true;
      start();
    },
    stop: () =>
      inTurn(async () => {
        isWanted = false;
        await kill();
      }),
  };
}
