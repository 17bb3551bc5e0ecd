import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLogFile, openMemory, quoteLastLines } from './processOutput.ts';
import { markChild, watch } from './watchdog.ts';

export type ProcessSpec = {
  /** The process's name in messages, such as "the transfer service". */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** The file for the output. By default output stays in memory. */
  readonly logFile?: string;
  /** Standard input: a text, or `open` to use `write`. Empty by default. */
  readonly input?: string | 'open';
  readonly stopSignal: NodeJS.Signals;
  /** The process saves its state on exit. Only exit code 0 means that the state is complete. */
  readonly savesAtEnd?: boolean;
};

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type RunningProcess = {
  readonly title: string;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly output: () => string;
  /** The output's last lines, indented, with the log file's name. */
  readonly lastLines: () => string;
  readonly write: (text: string) => void;
  readonly send: (signal: NodeJS.Signals) => void;
  /** Sends the stop signal, then SIGKILL after 20 s. */
  readonly stop: () => Promise<Exit>;
};

export type StartProcess = (spec: ProcessSpec) => RunningProcess;

/** The message says which process ended, how, and what it wrote last. */
export class ProcessDied extends Error {
  readonly code = 'PROCESS_DIED';
}

// More than the service needs to stop in order.
const PATIENCE_MS = 20_000;
const POLL_MS = 20;

/**
 * Starts a process that never outlives this one: if this process ends first, the watchdog stops it. It runs in its own process
 * group, so Ctrl-C reaches only this process, which then stops the others in order.
 */
export function startProcess(spec: ProcessSpec): RunningProcess {
  const { title, command, args, logFile, input, stopSignal, savesAtEnd: _saves, ...options } = spec;
  const output = logFile === undefined ? openMemory() : openLogFile(logFile);
  const env = { ...(options.env ?? process.env), ...markChild() };
  const child = spawn(command, args, { ...options, env, detached: true, stdio: ['pipe', output.stdio, output.stdio] });
  const unwatch = child.pid === undefined ? () => {} : watch(child.pid, stopSignal);
  output.collect(child.stdout, child.stderr);
  // The process may end before it reads its input.
  child.stdin?.on('error', () => {});
  if (input !== 'open') child.stdin?.end(input ?? '');
  child.once('error', (error) => output.append(`${error.message}\n`));
  let isOver = false;
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      isOver = true;
      unwatch();
      output.close();
      resolve({ code, signal });
    });
  });
  const send = (signal: NodeJS.Signals) => {
    if (!isOver) child.kill(signal);
  };
  return {
    title,
    pid: child.pid ?? 0,
    exited,
    output: output.read,
    lastLines: () => quoteLastLines(output.read(), logFile),
    write: (text) => void child.stdin?.write(text),
    send,
    stop: async () => {
      send(stopSignal);
      const timer = setTimeout(() => send('SIGKILL'), PATIENCE_MS);
      const exit = await exited;
      clearTimeout(timer);
      return exit;
    },
  };
}

export type ReadyOptions = {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** What the process should do, for the error message, such as "get ready". */
  readonly what?: string;
};

/** Waits for a process to be ready. @throws ProcessDied if it ends first or is not ready in time */
export async function untilReady<T>(
  process: RunningProcess,
  probe: () => Promise<T | null | false>,
  { timeoutMs = 60_000, signal, what = 'get ready' }: ReadyOptions = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let exit: Exit | null = null;
  void process.exited.then((result) => {
    exit = result;
  });
  for (;;) {
    const found = await probe().catch(() => null);
    if (found !== null && found !== false) return found;
    if (exit !== null) throw new ProcessDied(describeExit(process, exit));
    if (Date.now() > deadline) {
      const title = upperFirst(process.title);
      throw new ProcessDied(
        `${title} did not ${what} within ${timeoutMs / 1000} s. Last output:\n${process.lastLines()}`,
      );
    }
    await sleep(POLL_MS, undefined, signal && { signal });
  }
}

export function describeExit({ title, lastLines }: RunningProcess, { code, signal }: Exit): string {
  // Node reports a failed start with a negative code.
  const isStarted = signal !== null || (code !== null && code >= 0);
  const what = isStarted ? `stopped unexpectedly (${signal ?? `exit code ${code}`})` : 'could not start';
  return `${upperFirst(title)} ${what}. Last output:\n${lastLines()}`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
