import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createProcesses } from '../../lab/processes/processes.ts';
import { runCommand } from '../setup/runCommand.mjs';
import { SetupError } from '../setup/setupError.mjs';
import type { Steps } from '../setup/steps.mjs';
import { buildWeb, isWebBuilt } from '../web/webBuild.ts';
import { readPlaywrightFailures, readVitestFailures } from './testFailures.ts';
import type { Outcome } from './testReports.ts';
import { describeForgeReport, judge, readForgeReport, readPlaywrightReport, readVitestReport } from './testReports.ts';

/**
 * Which tests to run. `core`, for each change: contracts, units, properties, the core of the service, and the browser journeys
 * with the tag @core. `rest`: the files `*.slow.test.ts` and the other journeys. `all`: both.
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

type Tools = {
  readonly root: string;
  readonly steps: Steps;
  readonly signal: AbortSignal;
  readonly scope: Scope;
  /** Runs a part of the tests, such as "1/3". Null runs all of the scope. */
  readonly shard: string | null;
};
/** `failures` describes failed tests for the end of the output, because a log of CI may keep no more than its end. */
type SuiteOutcome = Outcome & { readonly failures?: readonly string[] };
type Suite = { readonly title: string; readonly run: () => Promise<SuiteOutcome> };
type Result = SuiteOutcome & { readonly title: string; readonly seconds: number };

const NOTHING: Outcome = { passed: 0, failed: 0, skipped: 0 };
const FAILED: Outcome = { passed: 0, failed: 1, skipped: 0 };

/** Runs every suite of the scope, even after a failure. @returns the exit code */
export async function runAllTests(tools: Tools): Promise<number> {
  const { root, steps, signal, scope, shard } = tools;
  const reports = join(root, 'test-results');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const measure = async ({ title, run }: Suite): Promise<Result> => {
    steps.say(`\n=== ${title}\n`);
    const started = Date.now();
    const outcome = await run();
    signal.throwIfAborted();
    return { title, ...outcome, seconds: (Date.now() - started) / 1000 };
  };
  const forgeReport = join(reports, 'forge.json');
  const hasContracts = scope !== 'rest' && (shard === null || shard.startsWith('1/'));
  const units = measure({
    title: 'Units, properties and service',
    run: () => testUnits(tools, join(reports, 'vitest.json')),
  });
  // The compiler of the contracts uses one core. The other one has work meanwhile.
  const [contracts, build] = await Promise.all([
    Promise.all(hasContracts ? [measure({ title: 'Contracts', run: () => testContracts(tools, forgeReport) })] : []),
    measure({ title: 'Web build', run: () => testBuild(tools, join(reports, 'build.log')) }),
    units,
  ]);
  const journeys = await measure({
    title: 'End to end',
    run: () => testEndToEnd(tools, join(reports, 'playwright.json')),
  });
  return printResults([...contracts, build, await units, journeys], steps);
}

const shardOption = (shard: string | null) => (shard === null ? [] : [`--shard=${shard}`]);

async function testContracts({ root, steps, signal }: Tools, report: string): Promise<Outcome> {
  const args = ['--import', 'tsx', 'contracts/test.ts', '--json'];
  const { code, output } = await runCommand({ command: process.execPath, args, cwd: root, signal, stdoutFile: report });
  const json = readReport(report);
  if (json !== null) steps.say(describeForgeReport(json));
  if (code !== 0) steps.say(output);
  return judge(json === null ? null : readForgeReport(json), code);
}

async function testUnits({ root, signal, scope, shard }: Tools, report: string): Promise<SuiteOutcome> {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...UNITS[scope],
    ...shardOption(shard),
    '--reporter=default',
    '--reporter=json',
  ];
  const { code } = await runCommand({
    command: process.execPath,
    args: [...args, `--outputFile.json=${report}`],
    cwd: root,
    signal,
    isShown: true,
  });
  const json = readReport(report);
  return {
    ...judge(json === null ? null : readVitestReport(json), code),
    failures: json === null ? [] : readVitestFailures(json),
  };
}

async function testBuild({ steps, signal }: Tools, logFile: string): Promise<Outcome> {
  if (isWebBuilt()) {
    steps.say('  Already built from these sources.');
    return NOTHING;
  }
  const processes = createProcesses(() => {});
  try {
    await steps.run('vite build', () => buildWeb({ processes, signal, logFile }));
    return NOTHING;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    steps.say(error.message);
    return FAILED;
  } finally {
    await processes.stopAll();
  }
}

async function testEndToEnd({ root, signal, scope, shard }: Tools, report: string): Promise<SuiteOutcome> {
  const { code } = await runCommand({
    command: process.execPath,
    args: ['node_modules/@playwright/test/cli.js', 'test', ...JOURNEYS[scope], ...shardOption(shard)],
    cwd: root,
    signal,
    isShown: true,
  });
  const json = readReport(report);
  const failures = json === null ? [] : readPlaywrightFailures(json);
  return { ...judge(json === null ? null : readPlaywrightReport(json), code), failures };
}

function printResults(results: readonly Result[], { say }: Steps): number {
  const sum = (read: (result: Result) => number) => results.reduce((total, result) => total + read(result), 0);
  const [passed, failed, skipped] = [sum((r) => r.passed), sum((r) => r.failed), sum((r) => r.skipped)];
  say('\n=== Summary\n');
  for (const result of results) {
    const verdict = result.failed === 0 ? 'ok' : 'FAILED';
    const counts = `${result.passed} passed, ${result.failed} failed`;
    say(`  ${verdict.padEnd(8)}${result.title.padEnd(32)}${counts.padEnd(26)}${result.seconds.toFixed(1)} s`);
  }
  for (const failure of results.flatMap(({ failures = [] }) => failures)) say(`\nFAILED ${failure}`);
  if (skipped > 0) say(`\n${skipped} skipped`);
  // The last line, for programs that parse it.
  say(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

function readReport(file: string): string | null {
  try {
    const json = readFileSync(file, 'utf8');
    JSON.parse(json);
    return json;
  } catch {
    return null;
  }
}
