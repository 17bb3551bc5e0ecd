import type { FileHandle } from 'node:fs/promises';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import { OperatorError } from '../operatorError.ts';
import type { Spending } from './policy.ts';

/** The record of what was signed cannot be read or written, so nothing can be signed. */
export class SpendingLogBroken extends OperatorError {
  readonly code = 'SPENDING_LOG_BROKEN';
}

const HOUR_MS = 3_600_000;
/** Another attempt at a nonce of the last day counts only by what it can spend more. */
const KEPT_MS = 24 * HOUR_MS;
const COMPACT_AFTER = 5000;

const entrySchema = v.strictObject({
  at: v.pipe(v.string(), v.isoTimestamp()),
  chainId: v.number(),
  nonce: v.number(),
  of: v.string(),
  amount: v.pipe(v.string(), v.regex(/^\d+$/)),
});

/** `amount` is the most that was ever signed for at the nonce; `added`, by how much this entry raised it. */
type Entry = {
  readonly at: number;
  readonly chainId: number;
  readonly nonce: number;
  readonly of: string;
  readonly amount: bigint;
  readonly added: bigint;
};

export type Reservation = { readonly chainId: number; readonly nonce: number; readonly spendings: readonly Spending[] };

export type SpendingLog = {
  /**
   * Counts what a transaction can spend, on disk before it answers.
   * @returns null, or what is used up, and then nothing was counted
   * @throws SpendingLogBroken
   */
  reserve(reservation: Reservation): Promise<Spending | null>;
  close(): Promise<void>;
};

type Key = Pick<Entry, 'chainId' | 'nonce' | 'of'>;

function keyOf({ chainId, nonce, of }: Key): string {
  return `${chainId}:${nonce}:${of}`;
}

/** What was counted, in memory. */
function createTally() {
  let entries: Entry[] = [];
  const highest = new Map<string, bigint>();
  return {
    entries: () => entries,
    add: (entry: Omit<Entry, 'added'>) => {
      const before = highest.get(keyOf(entry)) ?? 0n;
      if (entry.amount <= before) return;
      highest.set(keyOf(entry), entry.amount);
      entries.push({ ...entry, added: entry.amount - before });
    },
    raise: (key: Key, amount: bigint) => {
      const before = highest.get(keyOf(key)) ?? 0n;
      return amount > before ? amount - before : 0n;
    },
    spentSince: ({ chainId, of }: Pick<Key, 'chainId' | 'of'>, since: number) =>
      entries.reduce(
        (sum, entry) => (entry.chainId === chainId && entry.of === of && entry.at > since ? sum + entry.added : sum),
        0n,
      ),
    forget: (before: number) => {
      for (const entry of entries) if (entry.at < before) highest.delete(keyOf(entry));
      entries = entries.filter(({ at }) => at >= before);
      for (const entry of entries) highest.set(keyOf(entry), entry.amount);
    },
  };
}

function parseLine(path: string, line: string): Omit<Entry, 'added'> {
  const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), entrySchema), line);
  if (!entry.success) throw new SpendingLogBroken(`${path} has a line that is none: what was signed is not known.`);
  const { at, amount, ...rest } = entry.output;
  return { ...rest, at: Date.parse(at), amount: BigInt(amount) };
}

function writeLine({ at, chainId, nonce, of, amount }: Omit<Entry, 'added'>): string {
  return `${JSON.stringify({ at: new Date(at).toISOString(), chainId, nonce, of, amount: amount.toString() })}\n`;
}

async function readLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new SpendingLogBroken(`${path} cannot be read.`, { cause: error });
  });
  // A line without its end was never acknowledged: nothing was signed for it.
  return text.split('\n').slice(0, -1);
}

/** Puts a file in another's place, so that a cut at any moment leaves the one or the other. */
async function replaceFile(path: string, text: string): Promise<FileHandle> {
  const file = await open(`${path}.new`, 'w', 0o600);
  await file.writeFile(text);
  await file.sync();
  await rename(`${path}.new`, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync();
  await folder.close();
  return file;
}

/**
 * Opens the record of what was signed for, which outlives the process. One process at a time may have it open.
 * @throws SpendingLogBroken
 */
export async function openSpendingLog(path: string, clock: Clock): Promise<SpendingLog> {
  const tally = createTally();
  for (const line of await readLines(path)) tally.add(parseLine(path, line));

  let file: FileHandle | null = null;
  let appended = 0;
  let isBroken = false;
  const compact = async () => {
    tally.forget(clock.now().getTime() - KEPT_MS);
    await file?.close();
    file = await replaceFile(path, tally.entries().map(writeLine).join(''));
    appended = 0;
  };
  await compact();

  const append = async (entries: readonly Omit<Entry, 'added'>[]) => {
    if (isBroken || !file) throw new SpendingLogBroken(`${path} could not be written before.`);
    try {
      await file.appendFile(entries.map(writeLine).join(''));
      await file.datasync();
      for (const entry of entries) tally.add(entry);
      appended += entries.length;
      if (appended >= COMPACT_AFTER) await compact();
    } catch (error) {
      // What stands there now is not known, so nothing may be written behind it before it is read again.
      isBroken = true;
      throw new SpendingLogBroken(`${path} cannot be written.`, { cause: error });
    }
  };

  const reserve = async ({ chainId, nonce, spendings }: Reservation): Promise<Spending | null> => {
    const at = clock.now().getTime();
    const raises = spendings
      .map((spending) => ({ ...spending, raise: tally.raise({ chainId, nonce, of: spending.of }, spending.amount) }))
      .filter(({ raise }) => raise > 0n);
    for (const { raise, ...spending } of raises) {
      const spent = tally.spentSince({ chainId, of: spending.of }, at - HOUR_MS);
      if (spent + raise > spending.maxPerHour) return spending;
    }
    if (raises.length > 0) await append(raises.map(({ of, amount }) => ({ at, chainId, nonce, of, amount })));
    return null;
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    // One after the other: two that are counted at once could each see the room of the other.
    reserve: (reservation) => {
      const next = last.then(() => reserve(reservation));
      last = next.catch(() => {});
      return next;
    },
    close: async () => {
      await last;
      await file?.close();
    },
  };
}
