import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hash } from 'viem';
import { getAddress, parseTransaction } from 'viem';
import { syncDirectory } from '../replaceFile.ts';
import type { Attempt } from './attempts.ts';
import type { Queryable } from './database.ts';
import type { FoldedSender } from './foldJournal.ts';
import { readFolded } from './foldJournal.ts';
import type { JournalEntry } from './journalFiles.ts';
import { JOURNAL_SUFFIX, listJournalFiles, readJournalFile } from './journalFiles.ts';

/**
 * A record of signed attempts outside of the database. A database restored from a backup lacks the latest attempts. They can
 * still be mined, and the service would bind their nonces to other payments. The journal reveals such a database.
 */
export type Journal = {
  readonly directory: string;
  /** Reads, in parts, the entries that all processes had written to the directory when it was opened. */
  readPast(): AsyncIterable<readonly JournalEntry[]>;
  /** The senders and vaults of the entries that are no longer kept one by one. */
  readonly folded: readonly FoldedSender[];
  /** Returns when the entry is on disk. If it throws, the caller must not broadcast the attempt. */
  write(entry: JournalEntry): Promise<void>;
  /** Why the last write failed; null when it did not. */
  findProblem(): string | null;
};

// Each file covers a limited time, so that whole files become final and can be folded.
const ROTATE_MS = 86_400_000;
const ROTATE_ENTRIES = 10_000;

async function append(path: string, text: string, isNew: boolean): Promise<void> {
  // Without O_CREAT: an existing file that has disappeared must not return without its earlier entries.
  const flags = constants.O_WRONLY | constants.O_APPEND | (isNew ? constants.O_CREAT | constants.O_EXCL : 0);
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

type OpenFile = { readonly path: string; readonly since: number; entries: number };

/**
 * Opens the journals in a directory, and a new file there for this process. Several processes can share a directory.
 * @throws JournalUnreadable
 */
export async function openJournal(directory: string): Promise<Journal> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const files = await listJournalFiles(directory);
  const readPast = async function* () {
    for (const file of files) {
      try {
        yield* readJournalFile(file);
      } catch (error) {
        // Another process has folded it since, because its payments are final.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      }
    }
  };
  // An unreadable line must stop the start, and not the first payment.
  for await (const _entries of readPast());
  let current: OpenFile | null = null;
  let last: Promise<void> = Promise.resolve();
  let problem: string | null = null;

  const isFull = ({ since, entries }: OpenFile) => entries >= ROTATE_ENTRIES || performance.now() - since >= ROTATE_MS;

  const writeNext = async (entry: JournalEntry) => {
    const isNew = current === null || isFull(current);
    const name = `${new Date().toISOString().replaceAll(':', '')}-${randomUUID()}${JOURNAL_SUFFIX}`;
    const file = isNew || !current ? { path: join(directory, name), since: performance.now(), entries: 0 } : current;
    // A failed write can leave half a line. No file is current then, so the next entry starts a new one.
    current = null;
    try {
      await append(file.path, `${JSON.stringify(entry)}\n`, isNew);
      if (isNew) await syncDirectory(directory);
    } catch (error) {
      problem = 'the journal cannot be written, so nothing is sent';
      if (isNew) await rm(file.path, { force: true }).catch(() => {});
      throw error;
    }
    problem = null;
    current = { ...file, entries: file.entries + 1 };
  };
  return {
    directory,
    readPast,
    folded: await readFolded(directory),
    write: (entry) => {
      const written = last.then(() => writeNext(entry));
      last = written.catch(() => {});
      return written;
    },
    findProblem: () => problem,
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
  journal: Journal,
  chainId: number,
): Promise<readonly JournalEntry[]> {
  const forgotten: JournalEntry[] = [];
  for await (const entries of journal.readPast()) {
    const chunk = entries.filter((entry) => entry.chainId === chainId);
    const rows = await database.query<{ hash: string }>('select hash from attempts where hash = any($1)', [
      chunk.map(({ hash }) => hash),
    ]);
    const known = new Set(rows.map(({ hash }) => hash));
    forgotten.push(...chunk.filter(({ hash }) => !known.has(hash)));
  }
  return forgotten;
}
