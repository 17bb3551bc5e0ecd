import type { Contacts } from '../../../domain/contacts.ts';
import { FILE_FORMAT, FILE_VERSION } from '../../../domain/contactsFile.ts';
import type { FileRow } from '../../../domain/history/fileRow.ts';
import { FILE_COLUMNS } from '../../../domain/history/fileRow.ts';

export type FileKind = 'csv' | 'json';

/** What a file has. A CSV file has the transfers alone. */
type Contents = { readonly rows: readonly FileRow[]; readonly contacts: Contacts; readonly exportedAt: number };

/** The text of a file. The writer of CSV loads on first use. */
export async function writeHistoryFile(kind: FileKind, { rows, contacts, exportedAt }: Contents): Promise<string> {
  if (kind === 'csv') return (await import('../../../domain/csv.ts')).writeCsv(FILE_COLUMNS, rows);
  const head = { format: FILE_FORMAT, version: FILE_VERSION, exported_at: new Date(exportedAt).toISOString() };
  return `${JSON.stringify({ ...head, transfers: rows, contacts }, null, 2)}\n`;
}
