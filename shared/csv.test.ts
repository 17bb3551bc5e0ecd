import { parse } from 'papaparse';
import { expect, it } from 'vitest';
import { readCells, writeCsv } from './csv.ts';

/** The cells of the second line, as a spreadsheet reads them whose country separates by `delimiter`. */
function cellsOf(value: string, delimiter: string): readonly string[] {
  const text = writeCsv(['id', 'name'], [{ id: 'a', name: value }]);
  return parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter })
    .data.slice(1)
    .flat();
}

it.each(
  ['=1+1', '+1', '-1', '@sum', '\t=1', ' =1', '=HYPERLINK("http://x","open")\n', '\r\n=1', '＝1+1', '＠sum'].flatMap(
    (formula) => [formula, `x;${formula}`, `x\t${formula}`, `x|${formula}`, `";"${formula}`, `x; ${formula}`],
  ),
)('writes %j so that no spreadsheet runs it, whatever separates its cells', (value) => {
  for (const delimiter of [',', ';', '\t', '|']) {
    for (const cell of cellsOf(value, delimiter)) expect(cell.replace(/^["\s]*/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
  }
});

it.each([' ', '\t', '\t ', ' ;', '\r\n', '='])('reads a long cell of %j in a moment', (part) => {
  const start = performance.now();
  writeCsv(['id'], [{ id: `x${part.repeat(100_000)}=` }]);
  expect(performance.now() - start).toBeLessThan(2_000);
});

it('keeps plain texts, and writes numbers as numbers', () => {
  const row = { a: -5n, b: 'x-y; z', c: null, d: '2026-11-22T09:05:00Z', e: true, f: 'a "b", c' };
  const columns = Object.keys(row);
  expect(readCells(writeCsv(columns, [row]))).toEqual([
    columns,
    ['-5', 'x-y; z', '', '2026-11-22T09:05:00Z', 'true', 'a "b", c'],
  ]);
});
