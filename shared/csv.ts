import papaparse from 'papaparse';

// A CommonJS package: Node, which runs the programs of a checkout without a bundle, imports no names from it.
const { parse, unparse } = papaparse;

export type CsvRow = Readonly<Record<string, string | number | boolean | bigint | null>>;

/**
 * A sign that starts a formula, after the start of a cell or a separator. A spreadsheet splits the file at the separator of its
 * own country, even within quotes, so a formula can start after each separator. East Asian versions also read the wide signs.
 * Each separator starts its own match and is excluded from the spaces, so a long cell of spaces is read only once.
 */
const FORMULA = /(^|[;,|"'\t\r\n])([^\S\t\r\n]*)([=+\-@＝＋－＠])/g;

/** Prefixes formulas with an apostrophe, because names and recipients come from strangers. Numbers stay numbers. */
const guarded = (cell: unknown) => (typeof cell === 'string' ? cell.replace(FORMULA, "$1$2'$3") : cell);

/** The first line of a table, with the byte order mark that tells spreadsheets that the text is UTF-8. */
export function csvHeader(columns: readonly string[]): string {
  return `\uFEFF${unparse([columns.map(guarded)])}\r\n`;
}

/** The rows of a table, in the order of the columns. No spreadsheet runs a cell as a formula. */
export function csvRows(columns: readonly string[], rows: readonly CsvRow[]): string {
  if (rows.length === 0) return '';
  return `${unparse(rows.map((row) => columns.map((column) => guarded(row[column]))))}\r\n`;
}

/** A whole table as the text of a file. */
export function writeCsv(columns: readonly string[], rows: readonly CsvRow[]): string {
  return csvHeader(columns) + csvRows(columns, rows);
}

/** The cells of a table, line by line, including the header. Separated by commas, semicolons or tabs. */
export function readCells(text: string): readonly (readonly string[])[] {
  return parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' }).data.map((cells) =>
    cells.map((cell) => cell.trim()),
  );
}
