import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Hash } from 'viem';
import { getAddress, parseTransaction } from 'viem';
import { cutText } from '#shared/cutText.ts';
import { OperatorError } from '../operatorError.ts';
import { syncDirectory } from '../replaceFile.ts';
import type { Attempt } from './attempts.ts';
import type { Queryable } from './database.ts';

/** An attempt that was signed, and then possibly broadcast. */
export type JournalEntry = {
  readonly chainId: number;
  readonly address: string;
  readonly nonce: number;
  readonly attempt: number;
  readonly hash: string;
  /** The called contract: a vault, or the hot wallet itself for a cancel. */
  readonly to: string;
  readonly transferIds: readonly string[];
};

/**
 * A record of signed attempts outside of the database. A database restored from a backup lacks the latest attempts. They can
 * still be mined, and the service would bind their nonces to other payments. The journal reveals such a database.
 */
export type Journal = {
  /** The entries of all processes in the directory at the time of opening. */
  readonly past: readonly JournalEntry[];
  /** Returns when the entry is on disk. If it throws, the caller must not broadcast the attempt. */
  write(entry: JournalEntry): Promise<void>;
};

/** A journal file has an unreadable line, so the service cannot know every attempt that it signed. */
export class JournalUnreadable extends OperatorError {
  readonly code = 'JOURNAL_UNREADABLE';
}

const SUFFIX = '.journal';
// The number of hashes in one statement.
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

async function readEntries(path: string): Promise<readonly JournalEntry[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  // Text after the last line break comes from an interrupted write. The service never broadcast that attempt.
  return lines.slice(0, -1).map((line) => parseLine(path, line));
}

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads the journals in a directory and opens a new file there. Several processes can share a directory.
 * @throws JournalUnreadable
 */
export async function openJournal(directory: string): Promise<Journal> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const names = (await readdir(directory)).filter((name) => name.endsWith(SUFFIX)).sort();
  const past = (await Promise.all(names.map((name) => readEntries(join(directory, name))))).flat();
  let path: string | null = null;
  let last: Promise<void> = Promise.resolve();

  const writeNext = async (entry: JournalEntry) => {
    const isNew = path === null;
    const current = path ?? join(directory, `${new Date().toISOString().replaceAll(':', '')}-${randomUUID()}${SUFFIX}`);
    // A failed write can leave half a line. The path stays null then, so the next entry starts a new file.
    path = null;
    await append(current, `${JSON.stringify(entry)}\n`);
    if (isNew) await syncDirectory(directory);
    path = current;
  };
  return {
    past,
    write: (entry) => {
      const written = last.then(() => writeNext(entry));
      last = written.catch(() => {});
      return written;
    },
  };
}

export function toJournalEntry(
  { chainId, address, nonce, attempt, hash, raw }: Attempt,
  transferIds: readonly Hash[],
): JournalEntry {
  const to = getAddress(parseTransaction(raw).to ?? address);
  return { chainId, address, nonce, attempt, hash, to, transferIds };
}

/** The journal entries of a chain whose attempts the database lacks. */
export async function findForgotten(
  database: Queryable,
  { past }: Journal,
  chainId: number,
): Promise<readonly JournalEntry[]> {
  const entries = past.filter((entry) => entry.chainId === chainId);
  const forgotten: JournalEntry[] = [];
  for (let start = 0; start < entries.length; start += CHUNK) {
    const chunk = entries.slice(start, start + CHUNK);
    const rows = await database.query<{ hash: string }>('select hash from attempts where hash = any($1)', [
      chunk.map(({ hash }) => hash),
    ]);
    const known = new Set(rows.map(({ hash }) => hash));
    forgotten.push(...chunk.filter(({ hash }) => !known.has(hash)));
  }
  return forgotten;
}
