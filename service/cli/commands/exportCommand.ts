import Papa from 'papaparse';
import { readExported } from '../../db/accounting.ts';
import { readDifferences } from '../../db/bookDifferences.ts';
import type { Command, CommandContext } from '../command.ts';
import { UsageError } from '../command.ts';
import type { Period } from '../parseArguments.ts';
import { expectArguments, parsePeriod } from '../parseArguments.ts';
import { DIFFERENCE_COLUMNS, toDifferenceRow } from './differenceRow.ts';
import { EXPORT_COLUMNS, toExportRow } from './exportRow.ts';

const PAGE_SIZE = 500;
const FORMATS = ['csv', 'json'] as const;

type Row = Readonly<Record<string, string | number | boolean | bigint | null>>;
type Pages = AsyncIterable<readonly Row[]>;

/** What an export has a row for. */
type Content = {
  readonly columns: readonly string[];
  readonly read: (context: CommandContext, period: Period) => Pages;
};

async function* readTransferRows({ catalog, database }: CommandContext, period: Period) {
  for await (const page of readExported(database, { ...period, catalog, pageSize: PAGE_SIZE })) {
    yield page.map(toExportRow);
  }
}

async function* readDifferenceRows({ catalog, database }: CommandContext, period: Period) {
  yield (await readDifferences(database, period)).map((one) => toDifferenceRow(catalog, one));
}

const CONTENTS: ReadonlyMap<string, Content> = new Map([
  ['transfers', { columns: EXPORT_COLUMNS, read: readTransferRows }],
  ['differences', { columns: DIFFERENCE_COLUMNS, read: readDifferenceRows }],
]);

// A spreadsheet reads a cell in several lines as a formula too, and skips the white space before it.
const FORMULA = /^\s*[=+\-@]/;

async function* toCsv(columns: readonly string[], pages: Pages): AsyncGenerator<string> {
  const options = { columns: [...columns], escapeFormulae: FORMULA };
  // The mark tells spreadsheets that the text is UTF-8.
  yield `\uFEFF${columns.join(',')}\r\n`;
  for await (const page of pages) {
    if (page.length > 0) yield `${Papa.unparse([...page], { ...options, header: false })}\r\n`;
  }
}

function toJson(row: Row): string {
  return JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}

async function* toJsonList(pages: Pages): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    for (const row of page) {
      yield separator + toJson(row);
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function parseContent(text: string): Content {
  const content = CONTENTS.get(text);
  if (!content) throw new UsageError(`--of must be ${[...CONTENTS.keys()].join(' or ')}; got "${text}".`);
  return content;
}

function parseFormat(text: string): (typeof FORMATS)[number] {
  const format = FORMATS.find((candidate) => candidate === text);
  if (!format) throw new UsageError(`--format must be csv or json; got "${text}".`);
  return format;
}

export const exportCommand: Command = {
  name: 'export',
  usages: ['--from <day> --to <day>'],
  summary: 'print one row for each transfer of a period, with what it took, paid, kept and burnt',
  details:
    'A period contains the deposits in blocks from --from on and before --to. A row does not change any more when its column final is true. docs/accounting.md explains the columns.',
  options: {
    from: { value: '<day>', help: 'a day or a second in UTC, such as 2026-11-01 or 2026-11-01T12:00:00Z' },
    to: { value: '<day>', help: 'the same; the period ends before it' },
    format: { value: '<format>', help: 'csv or json (default: csv)' },
    of: {
      value: '<rows>',
      help: 'transfers, or differences: the faults that comparisons of the books in the period found, with their explanations (default: transfers)',
    },
  },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const period = parsePeriod(options);
    const format = parseFormat(options.format ?? 'csv');
    const { columns, read } = parseContent(options.of ?? 'transfers');
    return async (context) => {
      const pages = read(context, period);
      const stream = (isJson: boolean) => (isJson || format === 'json' ? toJsonList(pages) : toCsv(columns, pages));
      return { json: null, lines: [], stream };
    };
  },
};
