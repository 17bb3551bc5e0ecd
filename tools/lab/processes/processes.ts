import type { Exit, ProcessSpec, RunningProcess } from './startProcess.ts';
import { describeExit, ProcessDied, startProcess } from './startProcess.ts';

/** Several processes that run together and stop in order. */
export type Processes = {
  /** Starts a process that runs until it is stopped. */
  readonly start: (spec: ProcessSpec) => RunningProcess;
  /** Runs a process to its end, or stops it on abort. */
  readonly run: (spec: ProcessSpec, signal: AbortSignal) => Promise<Exit & { readonly lastLines: string }>;
  /** Stops every process, latest first. @returns whether every process that saves on exit did so */
  readonly stopAll: () => Promise<boolean>;
};

/** @param onDeath called when a process ends without being stopped */
export function createProcesses(onDeath: (error: ProcessDied) => unknown): Processes {
  const running = new Set<RunningProcess>();
  let isAllSaved = true;

  const add = (spec: ProcessSpec, onExit: (process: RunningProcess, exit: Exit) => void): RunningProcess => {
    const started = startProcess(spec);
    let isStopping = false;
    const process = {
      ...started,
      stop: () => {
        isStopping = true;
        return started.stop();
      },
    };
    running.add(process);
    void started.exited.then((exit) => {
      running.delete(process);
      if (spec.savesAtEnd && exit.code !== 0) isAllSaved = false;
      if (!isStopping) onExit(process, exit);
    });
    return process;
  };

  return {
    start: (spec) => add(spec, (process, exit) => onDeath(new ProcessDied(describeExit(process, exit)))),
    run: async (spec, signal) => {
      const process = add(spec, () => {});
      const stop = () => void process.stop();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      const exit = await process.exited;
      signal.removeEventListener('abort', stop);
      return { ...exit, lastLines: process.lastLines() };
    },
    stopAll: async () => {
      for (const process of [...running].reverse()) await process.stop();
      return isAllSaved;
    },
  };
}
