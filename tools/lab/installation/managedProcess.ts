import type { RunningProcess } from '../processes/startProcess.ts';
import { untilReady } from '../processes/startProcess.ts';
import type { ProgramOptions } from '../service/program.ts';
import { startProgram } from '../service/program.ts';

type ManagedProcessOptions = Pick<ProgramOptions, 'from' | 'environment' | 'logFile'>;

/** A process that restarts whenever it ends, as under a service manager. Initially halted. */
export type ManagedProcess = {
  /** Starts the halted process with these variables changed. */
  start(changed?: Readonly<Record<string, string>>): void;
  /** Kills the process until the next start. */
  halt(): Promise<void>;
  /** Does nothing while the process is halted. */
  killAndRestart(): Promise<void>;
  /** The current process. */
  pid(): number;
  /** Waits until the current process prints a matching line. @throws ProcessDied if it ends first */
  untilPrinted(line: RegExp): Promise<void>;
  /** How often the process ended without being killed. */
  unexpectedExits(): number;
};

const RESTART_MS = 200;
const START_MS = 120_000;

export function createManagedProcess(name: 'service' | 'signer', options: ManagedProcessOptions): ManagedProcess {
  let { environment } = options;
  let current: RunningProcess | null = null;
  let isWanted = false;
  // A kill must finish before the next one begins: two starts would leave a process that nothing stops.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  let unexpectedExits = 0;
  let restart: NodeJS.Timeout | undefined;
  let isKilled = false;

  const startNow = () => {
    isKilled = false;
    current = startProgram(name, { ...options, environment, stopSignal: 'SIGKILL' });
    void current.exited.then(() => {
      if (isKilled || !isWanted) return;
      unexpectedExits += 1;
      // The service exits if the database is down at its start.
      restart = setTimeout(startNow, RESTART_MS);
    });
  };
  const kill = async () => {
    clearTimeout(restart);
    isKilled = true;
    await current?.stop();
  };
  const requireProcess = (): RunningProcess => {
    if (!current) throw new Error(`the process of ${options.logFile} was never started`);
    return current;
  };
  return {
    start: (changed = {}) => {
      environment = { ...environment, ...changed };
      isWanted = true;
      startNow();
    },
    halt: () =>
      inTurn(async () => {
        isWanted = false;
        await kill();
      }),
    killAndRestart: () =>
      inTurn(async () => {
        if (!isWanted) return;
        await kill();
        startNow();
      }),
    pid: () => requireProcess().pid,
    untilPrinted: async (line) => {
      const started = requireProcess();
      await untilReady(started, async () => line.test(started.output()), { timeoutMs: START_MS });
    },
    unexpectedExits: () => unexpectedExits,
  };
}
