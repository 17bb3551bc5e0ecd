import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export type ProcessSpec = {
  /** As a person calls it: "the transfer service". */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly logFile: string;
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /** What it keeps on disk is whole only when it ended with code 0. */
  readonly savesAtEnd?: boolean;
};

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type RunningProcess = {
  readonly pid: number;
  readonly logFile: string;
  readonly exited: Promise<Exit>;
  /** Asks it to end, insists when it does not, and tells how it ended. */
  readonly stop: () => Promise<Exit>;
};

export type Processes = {
  /** Starts a process that is expected to run until it is stopped. */
  readonly start: (spec: ProcessSpec) => Promise<RunningProcess>;
  /** Runs a process to its end, which comes early when the signal is aborted. */
  readonly run: (spec: ProcessSpec, signal: AbortSignal) => Promise<Exit>;
  /**
   * Stops everything, the latest first.
   * @returns whether every process that saves at its end did so
   */
  readonly stopAll: () => Promise<boolean>;
};

export class ProcessDied extends Error {
  readonly code = 'PROCESS_DIED';
}

const WATCHDOG = fileURLToPath(new URL('./watchdog.mjs', import.meta.url));
// More than the service takes when it has to give up on a clean end.
const PATIENCE_MS = 20_000;
const LAST_LINES = 15;

/**
 * Starts processes that end with this one. Each has a process group of its own, so that Ctrl-C on the terminal reaches
 * this process alone and the others are stopped in order; a watchdog stops them if this one is killed.
 */
export function createProcesses(onDeath: (error: ProcessDied) => void): Processes {
  const watchdog = spawn(process.execPath, [WATCHDOG], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // It may be gone already when the last words are written to it.
  watchdog.stdin.on('error', () => {});
  const watchdogGone = once(watchdog, 'exit');
  const running = new Set<RunningProcess>();
  let isAllSaved = true;

  const start = async (spec: ProcessSpec, onExit: (exit: Exit) => void): Promise<RunningProcess> => {
    const child = await spawnProcess(spec);
    watchdog.stdin.write(`+${child.pid}\n`);
    let isStopping = false;
    const exited: Promise<Exit> = child.exited.then((exit) => {
      watchdog.stdin.write(`-${child.pid}\n`);
      running.delete(process);
      if (spec.savesAtEnd && exit.code !== 0) isAllSaved = false;
      if (!isStopping) onExit(exit);
      return exit;
    });
    const stop = async (): Promise<Exit> => {
      isStopping = true;
      return stopProcess(child.pid, { exited, signal: spec.stopSignal });
    };
    const process = { pid: child.pid, logFile: spec.logFile, exited, stop };
    running.add(process);
    return process;
  };

  return {
    start: (spec) => start(spec, (exit) => onDeath(new ProcessDied(describeDeath(spec, exit)))),
    run: async (spec, signal) => {
      const process = await start(spec, () => {});
      const stop = () => void process.stop();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      const exit = await process.exited;
      signal.removeEventListener('abort', stop);
      return exit;
    },
    stopAll: async () => {
      for (const process of [...running].reverse()) await process.stop();
      watchdog.stdin.end();
      await watchdogGone;
      return isAllSaved;
    },
  };
}

/** The end of a log, for a person who asks what went wrong. */
export function readLastLines(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-LAST_LINES);
  const text = lines.map((line) => `    ${line}`).join('\n');
  return text.trim() === '' ? `(${logFile} is empty)` : `${text}\n  The whole log: ${logFile}`;
}

async function spawnProcess(spec: ProcessSpec): Promise<{ readonly pid: number; readonly exited: Promise<Exit> }> {
  mkdirSync(dirname(spec.logFile), { recursive: true });
  const log = openSync(spec.logFile, 'w');
  try {
    const child = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env ?? process.env,
      detached: true,
      stdio: ['ignore', log, log],
    });
    const exited = new Promise<Exit>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    await once(child, 'spawn');
    if (child.pid === undefined) throw new ProcessDied(`${spec.title} has no process id`);
    return { pid: child.pid, exited };
  } finally {
    closeSync(log);
  }
}

async function stopProcess(
  pid: number,
  { exited, signal }: { readonly exited: Promise<Exit>; readonly signal: NodeJS.Signals },
): Promise<Exit> {
  send(pid, signal);
  const timer = setTimeout(() => send(pid, 'SIGKILL'), PATIENCE_MS);
  try {
    return await exited;
  } finally {
    clearTimeout(timer);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isNoSuchProcess(error)) throw error;
  }
}

function isNoSuchProcess(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ESRCH';
}

function describeDeath(spec: ProcessSpec, exit: Exit): string {
  const how = exit.signal === null ? `with code ${exit.code}` : `by ${exit.signal}`;
  return `${upperFirst(spec.title)} ended by itself ${how}. Its last words:\n${readLastLines(spec.logFile)}`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
