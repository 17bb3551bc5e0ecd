import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export type WorkerOptions = {
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
};

/** A process of the service that is started again whenever it ends. */
export type Worker = {
  /** How often it ended although nobody killed it. */
  readonly ownEnds: () => number;
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
};

const RESTART_MS = 200;

export function startWorker({ program, environment, logFile }: WorkerOptions): Worker {
  let child: ChildProcess;
  let ended: Promise<void> = Promise.resolve();
  let isWanted = true;
  let isKilled = false;
  let ownEnds = 0;
  let restart: NodeJS.Timeout | undefined;

  const start = () => {
    const { PATH = '', HOME = '' } = process.env;
    const log = openSync(logFile, 'a');
    child = spawn(process.execPath, [program], { env: { PATH, HOME, ...environment }, stdio: ['ignore', log, log] });
    closeSync(log);
    isKilled = false;
    ended = new Promise((resolve) => {
      child.once('close', () => {
        if (!isKilled && isWanted) {
          ownEnds += 1;
          // Somebody has to: where the database is down at its start, a process says so and ends.
          restart = setTimeout(start, RESTART_MS);
        }
        resolve();
      });
    });
  };
  const kill = async () => {
    clearTimeout(restart);
    isKilled = true;
    child.kill('SIGKILL');
    await ended;
  };
  process.once('exit', () => child.kill('SIGKILL'));
  start();
  return {
    ownEnds: () => ownEnds,
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
