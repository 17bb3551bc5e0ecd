import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { replaceFile, syncDirectory } from '../replaceFile.ts';
import type { Queryable } from './database.ts';
import { DirectoryLocked, lockDirectory } from './directoryLock.ts';
import type { JournalEntry } from './journalFiles.ts';
import { JournalUnreadable, listJournalFiles, readJournalFile } from './journalFiles.ts';

/** What stays of entries whose payments are final: the sender, and the contract that it called. */
export type FoldedSender = Pick<JournalEntry, 'chainId' | 'address' | 'to'>;

const CHECKPOINT = 'checkpoint.json';

const checkpointSchema = v.array(v.object({ chainId: v.number(), address: v.string(), to: v.string() }));

/** @throws JournalUnreadable */
export async function readFolded(directory: string): Promise<readonly FoldedSender[]> {
  const path = join(directory, CHECKPOINT);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '[]';
    throw error;
  });
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), checkpointSchema), text);
  if (parsed.success) return parsed.output;
  throw new JournalUnreadable(`The journal's checkpoint ${path} is unreadable. Restore it; do not delete it.`);
}

function merge(folded: readonly FoldedSender[], more: readonly FoldedSender[]): readonly FoldedSender[] {
  const byKey = new Map([...folded, ...more].map((sender) => [JSON.stringify(Object.values(sender)), sender]));
  return [...byKey.values()];
}

export type FoldOptions = {
  /** Only files without a newer change are folded: no process writes to them any more. */
  readonly olderThan: Date;
  /** Whether the payments of all these entries are final, on the chain and in the database. */
  readonly areFinal: (entries: readonly JournalEntry[]) => Promise<boolean>;
};

/** @returns the senders of a file whose payments are all final; null when one is not, or the file has changed */
async function readFinalFile(
  path: string,
  { olderThan, areFinal }: FoldOptions,
): Promise<readonly FoldedSender[] | null> {
  const before = await stat(path);
  if (before.mtime >= olderThan) return null;
  let senders: readonly FoldedSender[] = [];
  for await (const entries of readJournalFile(path)) {
    if (!(await areFinal(entries))) return null;
    senders = merge(
      senders,
      entries.map(({ chainId, address, to }) => ({ chainId, address, to })),
    );
  }
  const after = await stat(path);
  return after.size === before.size && after.mtimeMs === before.mtimeMs ? senders : null;
}

async function foldFiles(directory: string, options: FoldOptions): Promise<number> {
  let count = 0;
  for (const path of await listJournalFiles(directory)) {
    const senders = await readFinalFile(path, options);
    if (senders === null) continue;
    // The checkpoint is on disk before the file goes. After a crash in between, the next fold removes the file.
    await replaceFile(join(directory, CHECKPOINT), JSON.stringify(merge(await readFolded(directory), senders)));
    await rm(path);
    await syncDirectory(directory);
    count += 1;
  }
  return count;
}

/**
 * Replaces old journal files whose payments are all final by a checkpoint, so that the journal does not grow for ever.
 * @returns the number of removed files
 */
export async function foldJournal(directory: string, options: FoldOptions): Promise<number> {
  const lock = await lockDirectory(join(directory, 'fold.lock'), (holder) => `${holder} folds the journal`).catch(
    (error: unknown) => {
      if (error instanceof DirectoryLocked) return null;
      throw error;
    },
  );
  if (!lock) return 0;
  try {
    return await foldFiles(directory, options);
  } finally {
    await lock.release();
  }
}

/** Whether the database has settled the nonces of all these entries. */
export async function areSettled(database: Queryable, entries: readonly JournalEntry[]): Promise<boolean> {
  const hashes = [...new Set(entries.map(({ hash }) => hash))];
  const rows = await database.query(
    `select a.hash from attempts a join sends s using (chain_id, address, nonce)
     where a.hash = any($1) and s.state not in ('open', 'mined')`,
    [hashes],
  );
  return rows.length === hashes.length;
}
