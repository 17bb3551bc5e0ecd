import { describe, expect, it } from 'vitest';
import { readCells } from '#shared/csv.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { config } from '../../../tools/lab/web/fixtures.ts';
import { readHashList, uniqueNames } from './hashList.ts';
import { MAX_ITEMS } from './readPaste.ts';

const [A, B, C] = ['a', 'b', 'c'].map(hashOf) as [`0x${string}`, `0x${string}`, `0x${string}`];
const chains = config.chains.map((chain) => ({ ...chain, explorerUrl: `https://${chain.name}.example` }));
const readLines = (lines: readonly (readonly string[])[]) => readHashList(lines, chains);
const read = (text: string) => {
  const list = readLines(readCells(text));
  return typeof list === 'string' ? null : list;
};
const plain = (hash: string, ...cells: string[]) => ({ kind: 'hash', hash, chainId: null, cells });

describe('a table with hashes', () => {
  it.each([
    ['commas', `ticket,tx,name\n17,${A},Ann\n18,${B},Bob\n`],
    ['semicolons, as spreadsheets save it', `\uFEFFticket;tx;name\r\n17;${A};Ann\r\n18;${B};Bob\r\n`],
    ['tabs, as spreadsheets copy it', `ticket\ttx\tname\n17\t${A}\tAnn\n18\t${B}\tBob`],
  ])('with %s keeps the other columns under their names', (_what, text) => {
    expect(read(text)).toEqual({
      hashes: [plain(A, '17', 'Ann'), plain(B, '18', 'Bob')],
      columns: ['ticket', 'name'],
      ...{ repeated: 0, withoutHash: [], leftOut: 0 },
    });
  });

  it('is read without a heading, or with a single column', () => {
    expect(read(`${A},Ann\n${B},Bob`)).toMatchObject({
      hashes: [plain(A, 'Ann'), plain(B, 'Bob')],
      columns: ['column 2'],
    });
    expect(read(`${A}\n${B}\n`)).toMatchObject({ hashes: [plain(A), plain(B)], columns: [] });
    expect(read(A)).toMatchObject({ hashes: [plain(A)] });
  });

  it('takes the column with the most hashes, or the first of two equal ones', () => {
    const text = `payout,deposit\n,${A}\n${C},${B}\n`;
    expect(read(text)).toMatchObject({ hashes: [plain(A, ''), plain(B, C)], columns: ['payout'] });
    expect(read(`one,two\n${A},${B}\n`)).toMatchObject({ hashes: [plain(A, B)], columns: ['two'] });
  });

  it("reads an explorer link's chain, and several hashes in a cell", () => {
    const list = read(`tx,name\nhttps://southshore.example/tx/${A},Ann\n"${B} and ${C}",Bob\n`);
    expect(list?.hashes).toEqual([{ ...plain(A, 'Ann'), chainId: 31338 }, plain(B, 'Bob'), plain(C, 'Bob')]);
  });

  it('counts repeated hashes, and lists the lines without a hash', () => {
    expect(
      read(`tx,name\n${A},Ann\npending,Bob\n${A.toUpperCase().replace('0X', '0x')},Ann\n0x12,Eve\n`),
    ).toMatchObject({
      hashes: [plain(A, 'Ann')],
      repeated: 1,
      withoutHash: [3, 5],
    });
  });

  it('gives columns of the same name different names', () => {
    expect(read(`note,tx,note\nx,${A},y\n`)).toMatchObject({
      columns: ['note', 'note 2'],
      hashes: [plain(A, 'x', 'y')],
    });
  });

  it('is limited, and counts what is left out', () => {
    const lines = Array.from({ length: MAX_ITEMS + 3 }, (_, index) => `0x${`${index}`.padStart(64, 'a')}`);
    const list = read(lines.join('\n'));
    expect(list?.hashes).toHaveLength(MAX_ITEMS);
    expect(list?.leftOut).toBe(3);
  });

  it('is refused if it has too many columns or lines', () => {
    const wide = [A, ...Array<string>(199).fill('')];
    expect(readLines([['tx'], wide])).toMatchObject({ hashes: [{ hash: A }] });
    expect(readLines([['tx'], [...wide, '']])).toBe('tooManyColumns');
    const long = Array.from({ length: 20_000 }, () => [A]);
    expect(readLines(long)).toMatchObject({ repeated: 19_999 });
    expect(readLines([...long, ['']])).toBe('tooManyLines');
    expect(readLines([['name']])).toBe('noHash');
  });

  it.each(['', 'name,age\na,1\n', '0x12,0x34'])('is not made of %j', (text) => {
    expect(read(text)).toBeNull();
  });
});

describe('names of columns', () => {
  it('become unique, also against names already taken', () => {
    expect(uniqueNames(['a', 'a', 'a 2', 'b', 'a'], ['b'])).toEqual(['a', 'a 2', 'a 2 2', 'b 2', 'a 3']);
  });

  it('become unique quickly if all are equal', () => {
    const names = uniqueNames(Array<string>(50_000).fill('x'));
    expect(names.at(-1)).toBe('x 50000');
  }, 2_000);
});
