import type { FileHandle } from 'node:fs/promises';
import { open, readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import { address } from '../config/schemaFields.ts';
import { OperatorError } from '../operatorError.ts';
import { replaceFile } from '../replaceFile.ts';
import type { Spending } from './policy.ts';
import type { SpendingEntry } from './spendingTally.ts';
import { createSpendingTally } from './spendingTally.ts';

/** Thrown when the spending log is unreadable or unwritable. The signer signs nothing until it can write the log again. */
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
  /**
   * Verifies that the log can be written. After a failed write it tries again.
   * @throws SpendingLogBroken
   */
  verify(): Promise<void>;
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

/**
 * Opens the spending log, which survives restarts. Only one process may have it open.
 * @throws SpendingLogBroken
 */
export async function openSpendingLog(path: string, clock: Clock): Promise<SpendingLog> {
  const tally = createSpendingTally();
  for (const line of await readLines(path)) tally.add(parseLine(path, line));

  // Null after a failed write. The file may then end with half a line, so the next use writes it again from the tally.
  let file: FileHandle | null = null;
  let appended = 0;
  const forgetFile = async () => {
    const old = file;
    file = null;
    await old?.close().catch(() => {});
  };
  const rewrite = async (): Promise<FileHandle> => {
    tally.removeBefore(clock.now().getTime() - RETENTION_MS);
    await forgetFile();
    await replaceFile(path, tally.entries().map(writeLine).join(''));
    appended = 0;
    file = await open(path, 'a', 0o600);
    return file;
  };

  const verify = async (): Promise<FileHandle> => {
    try {
      return file ?? (await rewrite());
    } catch (error) {
      throw new SpendingLogBroken(
        `${path} cannot be written. Free disk space or correct its permissions. The signer then continues by itself.`,
        { cause: error },
      );
    }
  };
  await verify();

  const append = async (entries: readonly SpendingEntry[]) => {
    const current = await verify();
    try {
      await current.appendFile(entries.map(writeLine).join(''));
      await current.datasync();
    } catch (error) {
      await forgetFile();
      throw new SpendingLogBroken(`${path} cannot be written. Nothing was signed.`, { cause: error });
    }
    for (const entry of entries) tally.add(entry);
    appended += entries.length;
    // These entries are on disk. If the file cannot be made shorter now, the next use tries again.
    if (appended >= COMPACT_AFTER) await rewrite().catch(forgetFile);
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
  // One after the other: two reservations at once could both use the same remaining amount.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
  return {
    reserve: (reservation) => inTurn(() => reserve(reservation)),
    verify: () =>
      inTurn(async () => {
        await verify();
      }),
    close: async () => {
      await last;
      await file?.close();
    },
  };
}
