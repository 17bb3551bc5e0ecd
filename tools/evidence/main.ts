// Runs what takes too long for the tests but must pass before a release, and writes docs/evidence.json and docs/evidence.md.
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { writePage } from './page.ts';
import { hashCovered, listStale, storeResult } from './results.ts';
import type { EvidenceRun } from './runs.ts';
import { RUNS, rowsOf } from './runs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROWS = rowsOf(RUNS);
const HELP = `Usage: npm run evidence [-- <name> ...] [-- --stale] [-- --page]

Without a name, repeats every run whose last result failed or is older than the code it covers, one after another. Stores
each result in docs/evidence.json and renews docs/evidence.md. Stop with Ctrl-C; start again to continue with the rest.
All runs together take about four hours on an idle machine. Some need root on Debian, and receipts 5 GB of disk.

  <name>   only these, whatever their last result: ${ROWS.join(', ')}
  --stale  only lists the runs to repeat
  --page   only writes docs/evidence.md from docs/evidence.json`;

const git = promisify(execFile);
let running: ChildProcess | null = null;
let isStopped = false;

/** The commit of the sources, with the suffix "-dirty" for uncommitted changes other than results of earlier runs. */
async function readCommit(): Promise<string> {
  const excluded = [':(top,exclude)docs/evidence.json', ':(top,exclude)*.md'];
  try {
    const commit = await git('git', ['rev-parse', '--short', 'HEAD']);
    const changes = await git('git', ['status', '--porcelain', '--', ':/', ...excluded]);
    return commit.stdout.trim() + (changes.stdout === '' ? '' : '-dirty');
  } catch {
    return 'unknown';
  }
}

/** Completes a run and stores its result. An interrupted run stores none. @returns whether it passed */
async function complete(run: EvidenceRun): Promise<boolean> {
  const { name, command } = run;
  console.log(`\n##### ${name}\n`);
  const [commit, sources, startedMs] = [await readCommit(), hashCovered(run), Date.now()];
  const child = spawn(process.execPath, ['--import', 'tsx', ...command], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  const [[code], output] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  running = null;
  if (isStopped) return false;
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  const passed = code === 0;
  console.log(`${output.trim()}\n\n${name} ${passed ? 'passed' : 'FAILED'} in ${seconds} s`);
  const result = output.trim().split('\n').at(-1) || 'it ended without a result';
  await storeResult(run, { commit, at: new Date().toISOString(), passed, sources, result });
  await writePage();
  return passed;
}

async function printStale(): Promise<void> {
  const stale = rowsOf(await listStale());
  if (stale.length === 0) return;
  console.log(
    `This evidence failed or is older than the code: ${stale.join(', ')}. Before a release: npm run evidence`,
  );
}

async function completeRuns(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !ROWS.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}.\n\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  const runs = names.length > 0 ? RUNS.filter(({ row }) => names.includes(row)) : await listStale();
  const failed: string[] = [];
  for (const run of runs) {
    if (!isStopped && !(await complete(run))) failed.push(run.name);
  }
  if (isStopped) {
    process.exitCode = 130;
    return;
  }
  console.log(failed.length === 0 ? `\n${runs.length} runs passed.` : `\nFailed: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, stale: { type: 'boolean' }, page: { type: 'boolean' } },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true;
    // A run stops the processes that it started.
    running?.kill(signal);
  });
}

if (values.help) console.log(HELP);
else if (values.stale) await printStale();
else if (values.page) await writePage();
else await completeRuns(positionals);
