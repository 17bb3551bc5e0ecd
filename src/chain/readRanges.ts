import { BaseError, HttpRequestError } from 'viem';
import { shortReason } from './chainErrors.ts';

const FIRST_SPAN = 10_000n;
const LARGEST_SPAN = 1_000_000n;
/** Endpoints that allow less than this cannot read a history. */
const SMALLEST_SPAN = 10n;
/** Requests of one run. A person starts the next run, because an endpoint counts requests. */
const MAX_REQUESTS = 24;

/** Where the next run goes on: every block before `next` has been read, in the direction of the reading. */
export type HistoryCursor = {
  readonly next: bigint;
  /** The reading goes up to this block; without it, down to the first block of the chain. */
  readonly upTo?: bigint;
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

/** Where a reading starts: at the newest block, or at an old one and then up to the newest. */
export const cursorAt = (next: bigint, upTo?: bigint): HistoryCursor => ({
  ...{ next, span: FIRST_SPAN, refused: null },
  ...(upTo === undefined ? {} : { upTo }),
});

const isAtEnd = ({ next, upTo }: HistoryCursor) => (upTo === undefined ? next < 0n : next > upTo);

/** The next range: its first and its last block, and the block after it in the direction of the reading. */
function rangeOf({ next, upTo, span }: HistoryCursor) {
  if (upTo === undefined) {
    const from = next >= span ? next - span + 1n : 0n;
    return { from, to: next, after: from - 1n };
  }
  const to = next + span > upTo ? upTo : next + span - 1n;
  return { from: next, to, after: to + 1n };
}

/** No answer at all. A smaller range would not help. */
function isUnreachable(error: unknown): boolean {
  const lost = (e: unknown) => e instanceof HttpRequestError && e.status === undefined;
  return error instanceof BaseError && error.walk(lost) !== null;
}

function spanAfterSuccess({ span, refused }: HistoryCursor): bigint {
  const doubled = span * 2n > LARGEST_SPAN ? LARGEST_SPAN : span * 2n;
  return refused !== null && doubled >= refused ? span : doubled;
}

/**
 * Reads on from the cursor. Halves a range that the endpoint refuses. Never throws: a run that stops early says why,
 * and its cursor goes on there.
 * @param readRange reads the blocks of a range, both ends included
 * @param onPart receives each part and its first block as soon as it is read, and says whether to read on
 */
export async function readRanges<T>(
  start: HistoryCursor,
  readRange: (from: bigint, to: bigint) => Promise<T>,
  onPart: (part: T, from: bigint) => boolean,
): Promise<HistoryRun> {
  let cursor = start;
  for (let requests = 0; requests < MAX_REQUESTS && !isAtEnd(cursor); requests++) {
    const { from, to, after } = rangeOf(cursor);
    try {
      const part = await readRange(from, to);
      cursor = { ...cursor, next: after, span: spanAfterSuccess(cursor) };
      if (!onPart(part, from)) break;
    } catch (error) {
      const size = to - from + 1n;
      // A new run starts with a large range again: the endpoint may have been busy.
      const isOver = isUnreachable(error) || size <= SMALLEST_SPAN;
      if (isOver) return { cursor: cursorAt(cursor.next, cursor.upTo), problem: shortReason(error) };
      cursor = { ...cursor, span: size / 2n, refused: size };
    }
  }
  return { cursor: isAtEnd(cursor) ? null : cursor, problem: null };
}
