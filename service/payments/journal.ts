import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Hash } from 'viem';
import { getAddress, parseTransaction } from 'viem';
import { cutText } from '#shared/cutText.ts';
import { OperatorError } from '../boot/operatorError.ts';
import { replaceFile, syncDirectory } from '../boot/privateFiles.ts';
import type { Queryable } from '../db/database.ts';
import { DirectoryLocked, lockDirectory } from '../db/directoryLock.ts';
import type { Attempt } from './sends.ts';

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
class JournalUnreadable extends OperatorError {
  readonly code = 'JOURNAL_UNREADABLE';
}

const JOURNAL_SUFFIX = '.journal';
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

async function listJournalFiles(directory: string): Promise<readonly string[]> {
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
async function* readJournalFile(path: string): AsyncGenerator<readonly JournalEntry[]> {
  let chunk: JournalEntry[] = [];
  for await (const line of readLines(path)) {
    chunk.push(parseLine(path, line));
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** What stays of entries whose payments are final: the sender, and the contract that it called. */
export type FoldedSender = Pick<JournalEntry, 'chainId' | 'address' | 'to'>;

const CHECKPOINT = 'checkpoint.json';

const checkpointSchema = v.array(v.object({ chainId: v.number(), address: v.string(), to: v.string() }));

/** @throws JournalUnreadable */
async function readFolded(directory: string): Promise<readonly FoldedSender[]> {
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

type FoldOptions = {
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
