import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Steps } from '../setup/steps.mjs';
import type { Outcome } from './outcomeReporter.ts';
import { OUTCOME_FILE } from './outcomeReporter.ts';

/**
 * Which tests to run. `core` is for every change: contracts, units, properties, the core of the service, and the browser
 * journeys tagged @core. `rest` is the files `*.slow.test.ts` and the other journeys. `all` is both.
 */
export type Scope = 'core' | 'rest' | 'all';

const UNITS: Readonly<Record<Scope, readonly string[]>> = {
  core: ['--project', 'pure', '--project', 'programs'],
  rest: ['--project', 'slow'],
  all: [],
};
const JOURNEYS: Readonly<Record<Scope, readonly string[]>> = {
  core: ['--grep', '@core'],
  rest: ['--grep-invert', '@core'],
  all: [],
};
const REPORTER = fileURLToPath(new URL('./outcomeReporter.ts', import.meta.url));
const PATIENCE_MS = 15_000;
const LOOK_MS = 50;

/** The Node.js arguments that run tests. */
export const vitest = (...args: readonly string[]) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  `--reporter=${REPORTER}`,
  ...args,
];
export const playwright = (...args: readonly string[]) => [
  'node_modules/@playwright/test/cli.js',
  'test',
  `--reporter=list,${REPORTER}`,
  ...args,
];

type Tools = {
  readonly root: string;
  readonly steps: Steps;
  readonly signal: AbortSignal;
  readonly scope: Scope;
  /** Runs a share of the tests, such as "1/3". Null runs the whole scope. */
  readonly shard: string | null;
};

type Result = { readonly title: string; readonly outcome: Outcome; readonly seconds: number };

/** Runs every suite of the scope, even after a failure. @returns the exit code */
export async function runAllTests({ root, steps, signal, scope, shard }: Tools): Promise<number> {
  const part = shard === null ? [] : [`--shard=${shard}`];
  const suites = [
    { title: 'Contracts, units and service', args: vitest(...UNITS[scope], ...part) },
    { title: 'End to end', args: playwright(...JOURNEYS[scope], ...part) },
  ];
  rmSync(join(root, 'test-results'), { recursive: true, force: true });
  const results: Result[] = [];
  for (const { title, args } of suites) {
    steps.say(`\n=== ${title}\n`);
    const started = Date.now();
    const outcome = await runSuite(args, { root, signal, stdio: 'inherit' });
    results.push({ title, outcome, seconds: (Date.now() - started) / 1000 });
  }

  steps.say('\n=== Summary\n');
  for (const { title, outcome, seconds } of results) {
    const verdict = outcome.failed === 0 ? 'ok' : 'FAILED';
    const counts = `${outcome.passed} passed, ${outcome.failed} failed`;
    steps.say(`  ${verdict.padEnd(8)}${title.padEnd(32)}${counts.padEnd(26)}${seconds.toFixed(1)} s`);
  }
  const sum = (read: (outcome: Outcome) => number) => results.reduce((total, { outcome }) => total + read(outcome), 0);
  const [passed, failed, skipped] = [sum((o) => o.passed), sum((o) => o.failed), sum((o) => o.skipped)];
  // Repeated here, because a CI log may keep only its end.
  for (const failure of results.flatMap(({ outcome }) => outcome.failures)) steps.say(`\nFAILED ${failure}`);
  if (skipped > 0) steps.say(`\n${skipped} skipped`);
  // The last line, for programs that parse it.
  steps.say(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

type RunOptions = { readonly root: string; readonly signal: AbortSignal; readonly stdio: 'inherit' | 'ignore' };

/** Runs a test runner to its end. A bad exit code counts as one failure even without a failed test. */
export async function runSuite(args: readonly string[], { root, signal, stdio }: RunOptions): Promise<Outcome> {
  const folder = join(root, 'test-results');
  const file = join(folder, 'outcome.json');
  mkdirSync(folder, { recursive: true });
  rmSync(file, { force: true });
  const env = { ...process.env, [OUTCOME_FILE]: file };
  // A separate process group, so that Ctrl-C reaches it once, through this process, and not again from the terminal.
  const child = spawn(process.execPath, args, { cwd: root, env, stdio, detached: true });
  let insistence: NodeJS.Timeout | undefined;
  const stop = () => {
    // Test runners clean up on SIGINT. Only the runner gets the signal, because it would kill the workers.
    child.kill('SIGINT');
    insistence = setTimeout(() => killGroup(child.pid, 'SIGKILL'), PATIENCE_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const [code] = await once(child, 'close');
  clearTimeout(insistence);
  signal.removeEventListener('abort', stop);
  if (signal.aborted) {
    await endGroup(child.pid);
    throw signal.reason;
  }
  const outcome: Outcome = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0, skipped: 0, failures: [] };
  if (outcome.failed > 0 || (code === 0 && existsSync(file))) return outcome;
  const failures = [`${args[0]}: exit code ${code} without a failed test. Its output says why.`];
  return { ...outcome, failed: 1, failures };
}

/** Stops the processes that a runner left behind. */
async function endGroup(pid: number | undefined): Promise<void> {
  killGroup(pid, 'SIGTERM');
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && killGroup(pid, 0); ) await sleep(LOOK_MS);
  killGroup(pid, 'SIGKILL');
}

// The minus sign addresses the whole process group.
function killGroup(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
