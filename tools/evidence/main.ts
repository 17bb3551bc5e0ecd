// Runs what takes too long for the tests and must hold before a release, and writes the tables of the documents.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeTables } from './pages.ts';
import type { Part } from './parts.ts';
import { TABLES } from './parts.ts';
import { readCommit } from './readCommit.ts';
import { hashCovered, listStale, writeResult } from './results.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HELP = `Usage: npm run evidence [-- <table> ...] [-- --stale] [-- --tables]

Without a name, runs every part whose last result failed or is older than the code that it covers, one after the other, and
writes its result into docs/evidence and into the page. Stop it with Ctrl-C, and run it again to go on with what is left.
All parts together take about four hours of a machine with nothing else to do. Some need root on Debian.

  <table>    runs the parts of these tables, whatever their last result: ${TABLES.map(({ name }) => name).join(', ')}
  --stale    only lists the tables whose parts must run again
  --tables   only writes the stored results into the pages`;

let running: ChildProcess | null = null;
let isStopped = false;

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
  const at = new Date().toISOString();
  await writeResult(part, { commit, at, passed, sources, output: output.trim().split('\n') });
  await writeTables(TABLES.filter(({ parts }) => parts.includes(part)));
  return passed;
}

async function printStale(): Promise<void> {
  const stale = await listStale();
  if (stale.length === 0) return;
  console.log(
    'The results of these tables are older than the code that they cover. Before a release: npm run evidence',
  );
  for (const page of new Set(TABLES.map((table) => table.page))) {
    const tables = TABLES.filter((table) => table.page === page && table.parts.some((part) => stale.includes(part)));
    if (tables.length > 0) console.log(`  ${page}: ${tables.map(({ name }) => name).join(', ')}`);
  }
}

async function runParts(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !TABLES.some((table) => table.name === name));
  if (unknown.length > 0) {
    console.error(`There is no table ${unknown.join(', ')}.\n\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  const named = TABLES.filter(({ name }) => names.includes(name)).flatMap(({ parts }) => parts);
  const parts = names.length > 0 ? named : await listStale();
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
  options: { help: { type: 'boolean' }, stale: { type: 'boolean' }, tables: { type: 'boolean' } },
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
else if (values.tables) await writeTables();
else await runParts(positionals);
