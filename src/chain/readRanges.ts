import { BaseError, HttpRequestError } from 'viem';
import { shortReason } from './chainErrors.ts';

const FIRST_SPAN = 10_000n;
const LARGEST_SPAN = 1_000_000n;
/** Endpoints that allow less than this cannot read a history. */
const SMALLEST_SPAN = 10n;
/** Requests of one run. A person starts the next run, because an endpoint counts requests. */
const MAX_REQUESTS = 24;

/** Where the next run goes on: every block above `next` has been read. */
export type HistoryCursor = {
  readonly next: bigint;
  readonly span: bigint;
  /** The smallest range that the endpoint refused; null while it has refused none. */
  readonly refused: bigint | null;
};

export type HistoryRun = {
  /** Null once every block has been read. */
  readonly cursor: HistoryCursor | null;
  /** Why the run stopped early, in the words of the endpoint; null if it did not. */
  readonly problem: string | null;
};

/** Where a reading starts: at the newest block. */
export const cursorAt = (head: bigint): HistoryCursor => ({ next: head, span: FIRST_SPAN, refused: null });

/** No answer at all. A smaller range would not help. */
function isUnreachable(error: unknown): boolean {
  const lost = (e: unknown) => e instanceof HttpRequestError && e.status === undefined;
  return error instanceof BaseError && error.walk(lost) !== null;
}

function afterSuccess({ span, refused }: HistoryCursor, from: bigint): HistoryCursor {
  const doubled = span * 2n > LARGEST_SPAN ? LARGEST_SPAN : span * 2n;
  return { next: from - 1n, span: refused !== null && doubled >= refused ? span : doubled, refused };
}

/** Asks for half of the range next; null if that does not help. */
function afterRefusal({ next }: HistoryCursor, from: bigint, error: unknown): HistoryCursor | null {
  const size = next - from + 1n;
  return isUnreachable(error) || size <= SMALLEST_SPAN ? null : { next, span: size / 2n, refused: size };
}

/**
 * Reads downwards from the cursor. Halves a range that the endpoint refuses. Never throws: a run that stops early says why,
 * and its cursor goes on there.
 * @param readRange reads the blocks of a range, both ends included
 * @param onPart receives each part as soon as it is read, and says whether to read on
 */
export async function readRanges<T>(
  start: HistoryCursor,
  readRange: (from: bigint, to: bigint) => Promise<T>,
  onPart: (part: T, readTo: bigint) => boolean,
): Promise<HistoryRun> {
  let cursor = start;
  for (let requests = 0; requests < MAX_REQUESTS && cursor.next >= 0n; requests++) {
    const { next, span } = cursor;
    const from = next >= span ? next - span + 1n : 0n;
    try {
      const part = await readRange(from, next);
      cursor = afterSuccess(cursor, from);
      if (!onPart(part, from)) break;
    } catch (error) {
      const smaller = afterRefusal(cursor, from, error);
      // A new run starts with a large range again: the endpoint may have been busy.
      if (!smaller) return { cursor: cursorAt(next), problem: shortReason(error) };
      cursor = smaller;
    }
  }
  return { cursor: cursor.next < 0n ? null : cursor, problem: null };
}
