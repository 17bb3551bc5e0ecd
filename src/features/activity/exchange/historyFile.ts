import * as v from 'valibot';
import type { Contacts } from '../../../domain/contacts.ts';
import type { FileRow } from '../../../domain/history/fileRow.ts';
import { FILE_COLUMNS } from '../../../domain/history/fileRow.ts';

const FORMAT = 'causeway-transfers';
const VERSION = 1;
const MAX_BYTES = 5_000_000;
const MAX_ROWS = 5_000;

export type FileKind = 'csv' | 'json';

/** What a file has. A CSV file has the transfers alone. */
type Contents = { readonly rows: readonly FileRow[]; readonly contacts: Contacts; readonly exportedAt: number };

/** The text of a file. The parser of CSV loads on first use. */
export async function writeHistoryFile(kind: FileKind, { rows, contacts, exportedAt }: Contents): Promise<string> {
  if (kind === 'csv') return (await import('../../../domain/csv.ts')).writeCsv(FILE_COLUMNS, rows);
  const exported_at = new Date(exportedAt).toISOString();
  return `${JSON.stringify({ format: FORMAT, version: VERSION, exported_at, transfers: rows, contacts }, null, 2)}\n`;
}

export type FileProblem = 'tooLarge' | 'tooManyRows' | 'notReadable' | 'newerVersion' | 'noRows';

export type HistoryFile =
  | { readonly ok: true; readonly records: readonly unknown[]; readonly contacts: readonly unknown[] }
  | { readonly ok: false; readonly problem: FileProblem };

const refuse = (problem: FileProblem): HistoryFile => ({ ok: false, problem });
const jsonFile = v.object({
  format: v.literal(FORMAT),
  version: v.number(),
  transfers: v.array(v.unknown()),
  contacts: v.optional(v.array(v.unknown()), []),
});

function withinLimit(records: readonly unknown[], contacts: readonly unknown[]): HistoryFile {
  if (records.length + contacts.length === 0) return refuse('noRows');
  return records.length > MAX_ROWS ? refuse('tooManyRows') : { ok: true, records, contacts };
}

function readJson(text: string): HistoryFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('notReadable');
  }
  const read = v.safeParse(jsonFile, value);
  if (!read.success) return refuse('notReadable');
  const { version, transfers, contacts } = read.output;
  return version > VERSION ? refuse('newerVersion') : withinLimit(transfers, contacts);
}

/** Reads the rows of an exported file by its content. Each row is validated later. */
export async function readHistoryFile(file: Pick<File, 'size' | 'text'>): Promise<HistoryFile> {
  if (file.size > MAX_BYTES) return refuse('tooLarge');
  const text = (await file.text()).replace(/^\uFEFF/, '');
  if (text.trimStart().startsWith('{')) return readJson(text);
  const records = (await import('../../../domain/csv.ts')).readCsv(text);
  const hasHashes = records.some((record) => typeof record === 'object' && record !== null && 'deposit_hash' in record);
  return records.length > 0 && !hasHashes ? refuse('notReadable') : withinLimit(records, []);
}
