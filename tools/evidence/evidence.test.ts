import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeEvidence, readPage, sumLines } from './page.ts';
import { listCovered, readResults } from './results.ts';
import { RUNS } from './runs.ts';

test('the page shows the stored results, and every stored result belongs to a run', async () => {
  const results = await readResults();
  expect(await readPage()).toBe(describeEvidence(results));
  const names = RUNS.map(({ name }) => name);
  expect(Object.keys(results).filter((name) => !names.includes(name))).toEqual([]);
});

test('a run prints its result as its last line, and not a table', async () => {
  const rows = Object.entries(await readResults()).filter(([, { result }]) => result.startsWith('|'));
  expect(rows.map(([name]) => name)).toEqual([]);
});

test('the code that each run covers exists', () => {
  const paths = new Set(RUNS.flatMap(({ command: [file = ''], covers }) => [file, ...covers]));
  const missing = [...paths].filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)));
  expect(missing).toEqual([]);
});

test('a release keeps the evidence up to date, but a schema change does not', () => {
  expect(existsSync(new URL('../../service/db/released.json', import.meta.url))).toBe(true);
  const covered = new Set(RUNS.flatMap(listCovered));
  expect(covered).not.toContain('service/db/released.json');
  expect([...covered].filter((file) => file.startsWith('service/db/schema/'))).not.toEqual([]);
});

test('the runs of a row become one line: a sum, all commits, the first and last day, and how many passed', () => {
  const stored = { at: '2030-01-02T00:00:00.000Z', passed: true, sources: '' };
  const page = describeEvidence({
    'campaign-1': { ...stored, commit: 'b2', result: '1,000 deposits, 0 violations' },
    'campaign-3': { ...stored, commit: 'a1', at: '2030-01-01T00:00:00.000Z', result: '500 deposits, 1 violations' },
    api: { ...stored, commit: 'a1', result: 'a|b', passed: false },
  });
  expect(page).toContain(' | 1,500 deposits, 1 violations | a1, b2 | 2030-01-01 to 2030-01-02 | NO: 2 of 3 |\n');
  expect(page).toContain(' | a\\|b | a1 | 2030-01-02 | NO |\n');
  expect(page).toMatch(/`npm run evidence -- flood` \| .* \| no result yet \| – \| – \| – \|\n/);
});

test('lines with different words are not summed', () => {
  expect(sumLines(['1 of 2', '3 of 4'])).toBe('4 of 6');
  expect(sumLines(['1 of 2', 'it ended'])).toBeNull();
});
