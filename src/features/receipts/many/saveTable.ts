import { caseTableFile } from '../../../domain/desk/caseFile.ts';
import type { CaseRow } from '../../../domain/desk/caseRow.ts';
import { saveFile } from '../../../ui/saveFile.ts';

export type TableFileKind = 'csv' | 'json';

const types: Record<TableFileKind, string> = { csv: 'text/csv', json: 'application/json' };

/** Saves the rows as a file. The writer of CSV loads on first use. */
export async function saveTable(
  kind: TableFileKind,
  rows: readonly CaseRow[],
  columns: readonly string[],
): Promise<void> {
  const exportedAt = new Date().toISOString();
  const file = caseTableFile(rows, columns);
  const text =
    kind === 'csv'
      ? (await import('../../../domain/csv.ts')).writeCsv(file.columns, file.rows)
      : `${JSON.stringify({ format: 'causeway-cases', version: 1, exported_at: exportedAt, cases: file.rows }, null, 2)}\n`;
  saveFile(`cases-${exportedAt.slice(0, 10)}.${kind}`, types[kind], text);
}
