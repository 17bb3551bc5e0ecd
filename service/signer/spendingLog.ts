import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import { address } from '../config/schemaFields.ts';
import { openAppendLog, readLogLines, SignerLogBroken } from './appendLog.ts';
import type { Spending } from './policy.ts';
import type { Moment, SpendingEntry } from './spendingTally.ts';
import { createSpendingTally } from './spendingTally.ts';

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
   * @throws SignerLogBroken
   */
  reserve(reservation: Reservation): Promise<Spending | null>;
  /**
   * Verifies that the log can be written. After a failed write it tries again.
   * @throws SignerLogBroken
   */
  verify(): Promise<void>;
  close(): Promise<void>;
};

function parseLine(path: string, line: string): Omit<SpendingEntry, 'ticks'> {
  const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), entrySchema), line);
  if (!entry.success)
    throw new SignerLogBroken(
      `${path} has a broken line, so the signer cannot know what it has signed. Restore the file, or move it away to start counting anew.`,
    );
  const { at, amount, ...rest } = entry.output;
  return { ...rest, at: Date.parse(at), amount: BigInt(amount) };
}

/** The stored entries. After a restart the true age of the newest one is unknown, so it counts as made now. */
function withTicks(entries: readonly Omit<SpendingEntry, 'ticks'>[], now: number): readonly SpendingEntry[] {
  const newest = entries.at(-1)?.at ?? 0;
  return entries.map((entry) => ({ ...entry, ticks: now - Math.max(0, newest - entry.at) }));
}

function writeLine({ at, chainId, nonce, of, amount }: SpendingEntry): string {
  return `${JSON.stringify({ at: new Date(at).toISOString(), chainId, nonce, of, amount: amount.toString() })}\n`;
}

/**
 * Opens the spending log, which survives restarts. Only one process may have it open.
 * @param readTicks monotonic milliseconds
 * @throws SignerLogBroken
 */
export async function openSpendingLog(
  path: string,
  clock: Clock,
  readTicks: () => number = () => performance.now(),
): Promise<SpendingLog> {
  const tally = createSpendingTally();
  const stored = (await readLogLines(path)).map((line) => parseLine(path, line));
  for (const entry of withTicks(stored, readTicks())) tally.add(entry);
  const readNow = (): Moment => ({ at: clock.now().getTime(), ticks: readTicks() });
  const listLines = () => {
    tally.removeOutside({ now: readNow(), ms: RETENTION_MS });
    return tally.entries().map(writeLine);
  };
  const log = await openAppendLog(path, listLines);

  let appended = 0;
  const append = async (entries: readonly SpendingEntry[]) => {
    await log.append(entries.map(writeLine));
    for (const entry of entries) tally.add(entry);
    appended += entries.length;
    if (appended < COMPACT_AFTER) return;
    appended = 0;
    await log.compact();
  };

  const reserve = async ({ chainId, nonce, spendings }: Reservation): Promise<Spending | null> => {
    const now = readNow();
    const increases = spendings
      .map((spending) => ({
        ...spending,
        increase: tally.increaseOf({ chainId, nonce, of: spending.of }, spending.amount),
      }))
      .filter(({ increase }) => increase > 0n);
    for (const { increase, ...spending } of increases) {
      const spent = tally.spentWithin({ chainId, of: spending.of }, { now, ms: HOUR_MS });
      if (spent + increase > spending.maxPerHour) return spending;
    }
    if (increases.length > 0) await append(increases.map(({ of, amount }) => ({ ...now, chainId, nonce, of, amount })));
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
    verify: () => inTurn(log.verify),
    close: async () => {
      await last;
      await log.close();
    },
  };
}
