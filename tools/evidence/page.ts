import { readFile, writeFile } from 'node:fs/promises';
import { toTable } from '../lab/report/toTable.ts';
import type { Results, StoredResult } from './results.ts';
import { readResults } from './results.ts';
import { RUNS, rowsOf } from './runs.ts';

const PAGE = new URL('../../docs/evidence.md', import.meta.url);

const INTRODUCTION = `# Evidence

These programs take too long for the tests and must pass before a release. \`npm run evidence\` runs the ones whose code has
changed, and writes this page ([how](testing.md#evidence)). The suffix \`-dirty\` marks a run with uncommitted changes.`;

const NUMBER = /\d+(?:,\d{3})*/g;

/** Adds up the numbers of lines that have the same words. @returns null for lines with different words */
export function sumLines(lines: readonly string[]): string | null {
  const [words, ...others] = lines.map((line) => line.replaceAll(NUMBER, '#'));
  if (words === undefined || others.some((other) => other !== words)) return null;
  const numbers = lines.map((line) => (line.match(NUMBER) ?? []).map((text) => Number(text.replaceAll(',', ''))));
  let place = 0;
  return words.replaceAll('#', () => {
    const sum = numbers.reduce((total, row) => total + (row[place] ?? 0), 0);
    place += 1;
    return sum.toLocaleString('en-US');
  });
}

/** A row's results in one line: a sum, or each distinct line once. */
function describeResults(results: readonly StoredResult[]): string {
  const lines = results.map(({ result }) => result);
  const text = lines.length === 1 ? lines[0] : sumLines(lines);
  return (text ?? [...new Set(lines)].join('; ')).replaceAll('|', '\\|');
}

const oneOrAll = (texts: readonly string[], separator: string) => [...new Set(texts)].sort().join(separator);

function describePassed(results: readonly StoredResult[], runs: number): string {
  const passed = results.filter((result) => result.passed).length;
  if (passed === runs) return 'yes';
  return runs === 1 ? 'NO' : `NO: ${passed} of ${runs}`;
}

function describeRow(row: string, results: Results): readonly string[] {
  const runs = RUNS.filter((run) => run.row === row);
  const command = `\`npm run evidence -- ${row}\``;
  const shows = runs[0]?.shows ?? '';
  const stored = runs.flatMap(({ name }) => results[name] ?? []);
  if (stored.length === 0) return [command, shows, 'no result yet', '–', '–', '–'];
  const days = stored.map(({ at }) => at.slice(0, 10)).sort();
  return [
    ...[command, shows, describeResults(stored)],
    oneOrAll(
      stored.map(({ commit }) => commit),
      ', ',
    ),
    oneOrAll([days[0] ?? '', days.at(-1) ?? ''], ' to '),
    describePassed(stored, runs.length),
  ];
}

export function describeEvidence(results: Results): string {
  const header = ['command', 'what it shows', 'result', 'commit', 'date', 'passed'];
  const table = toTable([header, ...rowsOf(RUNS).map((row) => describeRow(row, results))], 'text');
  return `${INTRODUCTION}\n\n${table}\n`;
}

export function readPage(): Promise<string> {
  return readFile(PAGE, 'utf8');
}

/** Writes the stored results into the page. */
export async function writePage(): Promise<void> {
  await writeFile(PAGE, describeEvidence(await readResults()));
}
