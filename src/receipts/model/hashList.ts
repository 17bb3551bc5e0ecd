import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type { DeskItem } from './readPaste.ts';
import { MAX_ITEMS, readPaste } from './readPaste.ts';

export type HashItem = Extract<DeskItem, { readonly kind: 'hash' }>;

/** A hash to look up, with the other cells of its row. */
export type ListedHash = HashItem & {
  /** The cells of the other columns, in the order of `columns`. */
  readonly cells: readonly string[];
};

export type HashList = {
  readonly hashes: readonly ListedHash[];
  /** The names of the other columns. */
  readonly columns: readonly string[];
  /** How many repeated hashes were skipped. */
  readonly repeated: number;
  /** The numbers of the lines without a hash, from 1. */
  readonly withoutHash: readonly number[];
  /** How many hashes exceed the limit. */
  readonly leftOut: number;
};

/** Why a table could not be read as a list of hashes. */
export type ListProblem = 'noHash' | 'tooManyColumns' | 'tooManyLines';

/** Reading a larger table would block the page. */
const MAX_COLUMNS = 200;
const MAX_LINES = 20_000;

type Lines = readonly (readonly string[])[];

const LOOKS_LIKE_HASH = /[0-9a-f]{64}/i;

/** The column with the most hashes: a table can have several, such as deposits and payouts. Null if no cell has one. */
function hashColumn(lines: Lines): number | null {
  const counts = new Map<number, number>();
  for (const cells of lines) {
    for (const [at, cell] of cells.entries()) if (LOOKS_LIKE_HASH.test(cell)) counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([a, some], [b, others]) => others - some || a - b);
  return best?.[0] ?? null;
}

/** Makes names unique, also against the `taken` ones: two columns of the same name would become one in the JSON file. */
export function uniqueNames(names: readonly string[], taken: readonly string[] = []): readonly string[] {
  const used = new Set(taken);
  const nextCount = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    let count = nextCount.get(name) ?? 2;
    for (; used.has(unique); count++) unique = `${name} ${count}`;
    nextCount.set(name, count);
    used.add(unique);
    return unique;
  });
}

function hashesIn(cell: string, chains: readonly ChainConfig[]): readonly HashItem[] {
  if (!LOOKS_LIKE_HASH.test(cell)) return [];
  return readPaste(cell, chains).items.filter((item) => item.kind === 'hash');
}

/** Each hash once, with the cells of its first row. */
function collect(lines: readonly { readonly items: readonly HashItem[]; readonly cells: readonly string[] }[]) {
  const hashes = new Map<string, ListedHash>();
  let repeated = 0;
  let leftOut = 0;
  for (const { items, cells } of lines) {
    for (const item of items) {
      if (hashes.has(item.hash)) repeated += 1;
      else if (hashes.size === MAX_ITEMS) leftOut += 1;
      else hashes.set(item.hash, { ...item, cells });
    }
  }
  return { hashes: [...hashes.values()], repeated, leftOut };
}

/** Reads a table of text cells: its column of hashes, and the other cells. */
export function readHashList(lines: Lines, chains: readonly ChainConfig[]): HashList | ListProblem {
  if (lines.length > MAX_LINES) return 'tooManyLines';
  let width = 0;
  for (const cells of lines) width = Math.max(width, cells.length);
  if (width > MAX_COLUMNS) return 'tooManyColumns';
  const column = hashColumn(lines);
  if (column === null) return 'noHash';
  const [first = []] = lines;
  const others = Array.from({ length: width }, (_, at) => at).filter((at) => at !== column);
  const hasHeading = lines.length > 1 && !LOOKS_LIKE_HASH.test(first[column] ?? '');
  const read = lines.map((cells, index) => ({
    line: index + 1,
    items: hashesIn(cells[column] ?? '', chains),
    cells: others.map((at) => cells[at] ?? ''),
  }));
  const body = hasHeading ? read.slice(1) : read;
  return {
    ...collect(body),
    columns: uniqueNames(others.map((at) => (hasHeading && first[at]) || `column ${at + 1}`)),
    withoutHash: body.filter(({ items }) => items.length === 0).map(({ line }) => line),
  };
}
