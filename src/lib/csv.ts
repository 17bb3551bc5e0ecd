import { parse, unparse } from 'papaparse';

/** A spreadsheet reads a cell in several lines as a formula too, and skips the white space before it. */
const FORMULA = /^\s*[=+\-@]/;

/**
 * Writes a table that spreadsheets open. A value that a spreadsheet would run as a formula gets an apostrophe before it,
 * because names and recipients come from strangers.
 */
export function writeCsv(columns: readonly string[], rows: readonly Readonly<Record<string, string>>[]): string {
  // The mark tells spreadsheets that the text is UTF-8.
  return `\uFEFF${unparse([...rows], { columns: [...columns], escapeFormulae: FORMULA })}\r\n`;
}

/** The cells of a table, line by line, without a look at the first line. A comma, a semicolon or a tab separates them. */
export function readCells(text: string): readonly (readonly string[])[] {
  return parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' }).data.map((cells) =>
    cells.map((cell) => cell.trim()),
  );
}
