import { parse, unparse } from 'papaparse';

/** Spreadsheets also treat multi-line cells as formulas, and skip leading white space. */
const FORMULA = /^\s*[=+\-@]/;

/**
 * Writes a table that spreadsheets open. A value that a spreadsheet would run as a formula is prefixed with an
 * apostrophe, because names and recipients come from strangers.
 */
export function writeCsv(columns: readonly string[], rows: readonly Readonly<Record<string, string>>[]): string {
  // The byte order mark tells spreadsheets that the text is UTF-8.
  return `\uFEFF${unparse([...rows], { columns: [...columns], escapeFormulae: FORMULA })}\r\n`;
}

/** The cells of a table, line by line, including the header. Separated by commas, semicolons or tabs. */
export function readCells(text: string): readonly (readonly string[])[] {
  return parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' }).data.map((cells) =>
    cells.map((cell) => cell.trim()),
  );
}
