import { expect, it } from 'vitest';
import { readCells, writeCsv } from './csv.ts';

it.each(['=1+1', '+1', '-1', '@sum', '\t=1', ' =1', '=HYPERLINK("http://x","open")\n', '\r\n=1'])(
  'writes %j so that no spreadsheet runs it',
  (value) => {
    const [, cell = ''] = readCells(writeCsv(['name'], [{ name: value }])).flat();
    expect(cell.startsWith("'")).toBe(true);
  },
);
