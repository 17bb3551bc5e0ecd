import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { cutText } from '#shared/cutText.ts';
import { OperatorError } from '../operatorError.ts';

/** An attempt that was signed, and then possibly broadcast. */
export type JournalEntry = {
  readonly chainId: number;
  readonly address: string;
  readonly nonce: number;
  readonly attempt: number;
  readonly hash: string;
  /** The recipient of the transaction: a vault, or for a cancel the hot wallet. */
  readonly to: string;
  readonly transferIds: readonly string[];
};

/** A journal file has an unreadable line, so the service cannot know every attempt that it signed. */
export class JournalUnreadable extends OperatorError {
  readonly code = 'JOURNAL_UNREADABLE';
}

export const JOURNAL_SUFFIX = '.journal';
// The number of entries in memory, and of hashes in one statement.
const CHUNK = 5000;

const entrySchema = v.object({
  chainId: v.number(),
  address: v.string(),
  nonce: v.number(),
  attempt: v.number(),
  hash: v.string(),
  to: v.string(),
  transferIds: v.array(v.string()),
});

function parseLine(path: string, line: string): JournalEntry {
  try {
    return v.parse(entrySchema, JSON.parse(line));
  } catch (error) {
    throw new JournalUnreadable(
      `The journal ${path} has an unreadable line: ${cutText(line, 80)}. An attempt that the service signed may be unknown. Repair the line; do not delete it.`,
      { cause: error },
    );
  }
}

export async function listJournalFiles(directory: string): Promise<readonly string[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(JOURNAL_SUFFIX)).sort();
  return names.map((name) => join(directory, name));
}

/** Text after the last line break comes from an interrupted write. The service never broadcast that attempt. */
async function* readLines(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const text of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/**
 * Reads a journal file in parts, so that its length needs no memory.
 * @throws JournalUnreadable
 */
export async function* readJournalFile(path: string): AsyncGenerator<readonly JournalEntry[]> {
  let chunk: JournalEntry[] = [];
  for await (const line of readLines(path)) {
    chunk.push(parseLine(path, line));
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
