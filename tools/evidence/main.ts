// Runs what takes too long for the tests and must hold before a release, and writes docs/evidence.json and docs/evidence.md.
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { writePage } from './page.ts';
import type { Part } from './parts.ts';
import { PARTS, rowsOf } from './parts.ts';
import { hashCovered, listStale, storeResult } from './results.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROWS = rowsOf(PARTS);
const HELP = `Usage: npm run evidence [-- <name> ...] [-- --stale] [-- --page]

Without a name, runs every part whose last result failed or is older than the code that it covers, one after the other. Stores
each result in docs/evidence.json and renews docs/evidence.md. Stop it with Ctrl-C, and run it again to go on with what is left.
All parts together take about four hours of a machine with nothing else to do. Some need root on Debian, and receipts 5 GB of disk.

  <name>   runs these, whatever their last result: ${ROWS.join(', ')}
  --stale  only lists what must run again
  --page   only writes docs/evidence.md from docs/evidence.json`;

const git = promisify(execFile);
let running: ChildProcess | null = null;
let isStopped = false;

/** The commit of the sources, with the suffix "-dirty" for uncommitted changes. The results of earlier runs are no sources. */
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

/** Runs a part to its end and stores its result. An interrupted part has none. @returns whether it passed */
async function run(part: Part): Promise<boolean> {
  const { name, command } = part;
  console.log(`\n##### ${name}\n`);
  const [commit, sources, startedMs] = [await readCommit(), hashCovered(part), Date.now()];
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
  await storeResult(part, { commit, at: new Date().toISOString(), passed, sources, result });
  await writePage();
  return passed;
}

async function printStale(): Promise<void> {
  const stale = rowsOf(await listStale());
  if (stale.length === 0) return;
  console.log(
    `The evidence of these is older than the code, or failed: ${stale.join(', ')}. Before a release: npm run evidence`,
  );
}

async function runParts(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !ROWS.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}.\n\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  const parts = names.length > 0 ? PARTS.filter(({ row }) => names.includes(row)) : await listStale();
  const failed: string[] = [];
  for (const part of parts) {
    if (!isStopped && !(await run(part))) failed.push(part.name);
  }
  if (isStopped) {
    process.exitCode = 130;
    return;
  }
  console.log(failed.length === 0 ? `\n${parts.length} parts passed.` : `\nFailed: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, stale: { type: 'boolean' }, page: { type: 'boolean' } },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true;
    // The part ends the processes that it started.
    running?.kill(signal);
  });
}

if (values.help) console.log(HELP);
else if (values.stale) await printStale();
else if (values.page) await writePage();
else await runParts(positionals);
