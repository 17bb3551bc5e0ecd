import type { JournalEntry } from '../../service/payments/journal.ts';
import { openJournal } from '../../service/payments/journal.ts';

/** Reads every entry of the journals in a directory. */
export async function readJournal(directory: string): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const part of (await openJournal(directory)).readPast()) entries.push(...part);
  return entries;
}
