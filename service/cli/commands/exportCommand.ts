import Papa from 'papaparse';
import type { ExportedTransfer } from '../../db/accounting.ts';
import { readExported } from '../../db/accounting.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../command.ts';
import { expectArguments, parsePeriod } from '../parseArguments.ts';
import type { ExportRow } from './exportRow.ts';
import { EXPORT_COLUMNS, toExportRow } from './exportRow.ts';

const PAGE_SIZE = 500;
const FORMATS = ['csv', 'json'] as const;
type Pages = AsyncIterable<readonly ExportedTransfer[]>;

// A spreadsheet reads a cell in several lines as a formula too, and skips the white space before it.
const FORMULA = /^\s*[=+\-@]/;

async function* toCsv(pages: Pages): AsyncGenerator<string> {
  const options = { columns: [...EXPORT_COLUMNS], escapeFormulae: FORMULA };
  // The mark tells spreadsheets that the text is UTF-8.
  yield `\uFEFF${EXPORT_COLUMNS.join(',')}\r\n`;
  for await (const page of pages) {
    yield `${Papa.unparse(page.map(toExportRow), { ...options, header: false })}\r\n`;
  }
}

function toJson(row: ExportRow): string {
  return JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}

async function* toJsonList(pages: Pages): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    for (const exported of page) {
      yield separator + toJson(toExportRow(exported));
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
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
  },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const period = parsePeriod(options);
    const format = parseFormat(options.format ?? 'csv');
    return async ({ catalog, database }) => {
      const pages = readExported(database, { ...period, catalog, pageSize: PAGE_SIZE });
      const stream = (isJson: boolean) => (isJson || format === 'json' ? toJsonList(pages) : toCsv(pages));
      return { json: null, lines: [], stream };
    };
  },
};
