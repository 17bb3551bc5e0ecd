import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Hash } from 'viem';
import { OperatorError } from '../operatorError.ts';
import type { Attempt } from './attempts.ts';
import type { Queryable } from './database.ts';
import type { SenderKey } from './senders.ts';

/** What was about to be sent once. */
export type JournalEntry = {
  readonly chainId: number;
  readonly address: string;
  readonly nonce: number;
  readonly attempt: number;
  readonly hash: string;
  readonly transferIds: readonly string[];
};

/**
 * A record of signed attempts outside of the database, so that a database restored from a backup is found out: it has forgotten
 * attempts that may still be mined, and would bind their nonces to other payments.
 */
export type Journal = {
  /** Every entry that any process had written to the directory when this journal was opened. */
  readonly past: readonly JournalEntry[];
  /** Returns once the entry is on the disk. What it failed to write must not be sent. */
  write(entry: JournalEntry): Promise<void>;
};

/** A journal says something that cannot be read, so nobody knows what was sent. */
export class JournalUnreadable extends OperatorError {
  readonly code = 'JOURNAL_UNREADABLE';
}

const SUFFIX = '.journal';
// So many hashes are asked for in one statement.
const CHUNK = 5000;

const entrySchema = v.object({
  chainId: v.number(),
  address: v.string(),
  nonce: v.number(),
  attempt: v.number(),
  hash: v.string(),
  transferIds: v.array(v.string()),
});

function parseLine(path: string, line: string): JournalEntry {
  try {
    return v.parse(entrySchema, JSON.parse(line));
  } catch (error) {
    throw new JournalUnreadable(`${path} has a line that is not an entry: ${line.slice(0, 80)}`, { cause: error });
  }
}

async function readEntries(path: string): Promise<readonly JournalEntry[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  // What stands behind the last line break was cut off while it was written, and so never sent.
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

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * Reads what is in a directory, and writes to a file of its own there: several processes may share one.
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
    // Where this fails, half a line may be there: whatever comes next goes to another file.
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
  { chainId, address, nonce, attempt, hash }: Attempt,
  transferIds: readonly Hash[],
): JournalEntry {
  return { chainId, address, nonce, attempt, hash, transferIds };
}

/** The entries of a sender that its database has no attempt for. */
export async function findForgotten(
  database: Queryable,
  { past }: Journal,
  { chainId, address }: SenderKey,
): Promise<readonly JournalEntry[]> {
  const entries = past.filter((entry) => entry.chainId === chainId && entry.address === address);
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
