import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Step } from '../../../service/workers/steps.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { DrillOrders } from '../failpoints/faultPlan.ts';
import { ORDERS_VARIABLE } from '../failpoints/faultPlan.ts';

export type DrillProcessOptions = {
  /** `failingMain.ts`, bundled. */
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly orders: DrillOrders;
  readonly logFile: string;
};

/** A process of the service that fails where it is told to. */
export type DrillProcess = {
  /** Waits until its workers run. */
  ready(): Promise<void>;
  /** Waits until it has come by a failpoint that it was armed for. */
  reached(point: Step): Promise<void>;
  hasReached(point: Step): boolean;
  /** Lets go what waits at a failpoint. */
  go(): void;
  /** Wakes it where it froze. */
  thaw(): void;
  /** Kills it, frozen or not, and waits for its end. */
  kill(): Promise<void>;
};

const START_MS = 60_000;
const REACH_MS = 40_000;

export function startDrillProcess({ program, environment, orders, logFile }: DrillProcessOptions): DrillProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [program], {
    env: { PATH, HOME, ...environment, [ORDERS_VARIABLE]: JSON.stringify(orders) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  // It may have ended before it reads.
  child.stdin.on('error', () => {});
  const said = new Set<string>();
  createInterface({ input: child.stdout }).on('line', (line) => said.add(line));
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      isOver = true;
      process.off('exit', endWithUs);
      log.end();
      resolve();
    });
  });
  const waitFor = (line: string, timeoutMs: number) =>
    waitUntil(async () => said.has(line) || isOver, { timeoutMs, everyMs: 10, what: `"${line}"` }).then(() => {
      if (!said.has(line)) throw new Error(`a process ended before it said "${line}"; see ${logFile}`);
    });
  return {
    ready: () => waitFor('ready', START_MS),
    reached: (point) => waitFor(`reached ${point}`, REACH_MS),
    hasReached: (point) => said.has(`reached ${point}`),
    go: () => child.stdin.write('go\n'),
    thaw: () => child.kill('SIGCONT'),
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
