import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const PEERS = 9;
const CITATION = /\]\(\.\.\/([^)]+)\): “([^”]+)”/g;

type Row = { readonly feature: string; readonly peers: readonly string[]; readonly ours: string; readonly why: string };

const rows: readonly Row[] = readFileSync(new URL('docs/features.md', ROOT), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === PEERS + 5 && cells[1] !== 'feature' && !cells[1]?.startsWith('---'))
  .map((cells) => ({
    feature: cells[1] ?? '',
    peers: cells.slice(2, 2 + PEERS),
    ours: (cells[2 + PEERS] ?? '').replaceAll('*', ''),
    why: cells[3 + PEERS] ?? '',
  }));

/** The tests that a row names and that do not exist. */
function findMissing({ why }: Row): readonly string[] {
  return [...why.matchAll(CITATION)].flatMap(([, path = '', title = '']) => {
    const file = fileURLToPath(new URL(path, ROOT));
    if (!existsSync(file)) return [path];
    return readFileSync(file, 'utf8').includes(title) ? [] : [`${path}: ${title}`];
  });
}

test('the tables have 95 features, each with nine peers and our answer', () => {
  expect(rows).toHaveLength(95);
  expect(rows.filter(({ ours }) => ours !== 'yes' && ours !== 'no')).toEqual([]);
  expect(rows.filter(({ peers }) => peers.includes(''))).toEqual([]);
});

test('every feature that Causeway has names a test', () => {
  const untested = rows.filter(({ ours, why }) => ours === 'yes' && [...why.matchAll(CITATION)].length === 0);
  expect(untested.map(({ feature }) => feature)).toEqual([]);
});

test('every test that the tables name exists', () => {
  expect(rows.flatMap(findMissing)).toEqual([]);
});

test('every feature that Causeway lacks has its reason', () => {
  expect(rows.filter(({ ours, why }) => ours === 'no' && why.length < 30)).toEqual([]);
});
