import type { FileHandle } from 'node:fs/promises';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import { address } from '../config/schemaFields.ts';
import { OperatorError } from '../operatorError.ts';
import type { Spending } from './policy.ts';
import type { SpendingEntry } from './spendingTally.ts';
import { createSpendingTally } from './spendingTally.ts';

/** Thrown when the spending log is unreadable or unwritable. The signer then signs nothing. */
export class SpendingLogBroken extends OperatorError {
  readonly code = 'SPENDING_LOG_BROKEN';
}

const HOUR_MS = 3_600_000;
/** Within a day, another attempt at a nonce counts only the increase over the attempts before. */
const RETENTION_MS = 24 * HOUR_MS;
const COMPACT_AFTER = 5000;

const entrySchema = v.strictObject({
  at: v.pipe(v.string(), v.isoTimestamp()),
  chainId: v.number(),
  nonce: v.number(),
  of: v.union([v.literal('gas'), address]),
  amount: v.pipe(v.string(), v.regex(/^\d+$/)),
});

export type Reservation = { readonly chainId: number; readonly nonce: number; readonly spendings: readonly Spending[] };

export type SpendingLog = {
  /**
   * Counts the spendings of a transaction, and returns after they are on disk.
   * @returns null; or the spending that would exceed its cap, with nothing counted
   * @throws SpendingLogBroken
   */
  reserve(reservation: Reservation): Promise<Spending | null>;
  close(): Promise<void>;
};

function parseLine(path: string, line: string): SpendingEntry {
  const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), entrySchema), line);
  if (!entry.success)
    throw new SpendingLogBroken(
      `${path} has a broken line, so the signer cannot know what it has signed. Restore the file, or move it away to start counting anew.`,
    );
  const { at, amount, ...rest } = entry.output;
  return { ...rest, at: Date.parse(at), amount: BigInt(amount) };
}

function writeLine({ at, chainId, nonce, of, amount }: SpendingEntry): string {
  return `${JSON.stringify({ at: new Date(at).toISOString(), chainId, nonce, of, amount: amount.toString() })}\n`;
}

async function readLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new SpendingLogBroken(`${path} cannot be read. Correct its permissions.`, { cause: error });
  });
  // The last line is incomplete when the signer was killed while writing. It had not signed for that line.
  return text.split('\n').slice(0, -1);
}

/** Replaces a file atomically: after a crash the path has either the old content or the new one. */
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
 * Opens the spending log, which survives restarts. Only one process may have it open.
 * @throws SpendingLogBroken
 */
export async function openSpendingLog(path: string, clock: Clock): Promise<SpendingLog> {
  const tally = createSpendingTally();
  for (const line of await readLines(path)) tally.add(parseLine(path, line));

  let file: FileHandle | null = null;
  let appended = 0;
  let isBroken = false;
  const compact = async () => {
    tally.removeBefore(clock.now().getTime() - RETENTION_MS);
    await file?.close();
    file = await replaceFile(path, tally.entries().map(writeLine).join(''));
    appended = 0;
  };
  await compact();

  const append = async (entries: readonly SpendingEntry[]) => {
    if (isBroken || !file) throw new SpendingLogBroken(`${path} could not be written earlier. Restart the signer.`);
    try {
      await file.appendFile(entries.map(writeLine).join(''));
      await file.datasync();
      for (const entry of entries) tally.add(entry);
      appended += entries.length;
      if (appended >= COMPACT_AFTER) await compact();
    } catch (error) {
      // The file's content is unknown now. A restart reads it again.
      isBroken = true;
      throw new SpendingLogBroken(
        `${path} cannot be written. Free disk space or correct its permissions, then restart the signer.`,
        { cause: error },
      );
    }
  };

  const reserve = async ({ chainId, nonce, spendings }: Reservation): Promise<Spending | null> => {
    const at = clock.now().getTime();
    const increases = spendings
      .map((spending) => ({
        ...spending,
        increase: tally.increaseOf({ chainId, nonce, of: spending.of }, spending.amount),
      }))
      .filter(({ increase }) => increase > 0n);
    for (const { increase, ...spending } of increases) {
      const spent = tally.spentSince({ chainId, of: spending.of }, at - HOUR_MS);
      if (spent + increase > spending.maxPerHour) return spending;
    }
    if (increases.length > 0) await append(increases.map(({ of, amount }) => ({ at, chainId, nonce, of, amount })));
    return null;
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    // Reservations run one after the other: two at once could both use the same remaining amount.
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
