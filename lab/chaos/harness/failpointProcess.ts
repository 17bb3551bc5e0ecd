import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Step } from '../../../service/workers/steps.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { FaultPlan } from './faultPlan.ts';
import { FAULT_PLAN_VARIABLE } from './faultPlan.ts';

/** The service with failpoints, relative to the root of the repository. */
export const FAILPOINT_PROGRAM = 'lab/chaos/harness/failpointMain.ts';

export type FailpointProcessOptions = {
  /** The bundle of `FAILPOINT_PROGRAM`. */
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly plan: FaultPlan;
  readonly logFile: string;
};

/** A service process that fails at the steps of its fault plan. */
export type FailpointProcess = {
  /** Waits until the workers of the process run. */
  waitUntilReady(): Promise<void>;
  /** Waits until the process reaches a step of its fault plan. */
  waitForStep(step: Step): Promise<void>;
  /** Releases the work that waits at a step. */
  release(): void;
  /** Resumes a frozen process. */
  resume(): void;
  /** Kills the process, frozen or not, and waits for its end. */
  kill(): Promise<void>;
};

const START_MS = 60_000;
const STEP_MS = 40_000;

export function startFailpointProcess({
  program,
  environment,
  plan,
  logFile,
}: FailpointProcessOptions): FailpointProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [program], {
    env: { PATH, HOME, ...environment, [FAULT_PLAN_VARIABLE]: JSON.stringify(plan) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  // A killed process closes its input; a late write must not fail the test.
  child.stdin.on('error', () => {});
  const lines = new Set<string>();
  createInterface({ input: child.stdout }).on('line', (line) => lines.add(line));
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      hasEnded = true;
      process.off('exit', killAtExit);
      log.end();
      resolve();
    });
  });
  const waitForLine = (line: string, timeoutMs: number) =>
    waitUntil(async () => lines.has(line) || hasEnded, { timeoutMs, everyMs: 10, what: `"${line}"` }).then(() => {
      if (!lines.has(line)) throw new Error(`the service process ended before it reported "${line}"; see ${logFile}`);
    });
  return {
    waitUntilReady: () => waitForLine('ready', START_MS),
    waitForStep: (step) => waitForLine(`reached ${step}`, STEP_MS),
    release: () => child.stdin.write('release\n'),
    resume: () => child.kill('SIGCONT'),
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
