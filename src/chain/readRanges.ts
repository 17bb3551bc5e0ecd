import { BaseError, HttpRequestError } from 'viem';
import { shortReason } from './chainErrors.ts';

const FIRST_SPAN = 10_000n;
const LARGEST_SPAN = 1_000_000n;
/** Reading a history from an endpoint that allows less than this would take too many requests. */
const SMALLEST_SPAN = 10n;
/** Requests per run. Endpoints count requests, so a person starts the next run. */
const MAX_REQUESTS = 24;

/** Where the next run continues: every block before `next`, in reading direction, has been read. */
export type HistoryCursor = {
  readonly next: bigint;
  /** Reads forward up to this block; if absent, back to the chain's first block. */
  readonly upTo?: bigint;
  readonly span: bigint;
  /** The smallest range that the endpoint refused; null while it has refused none. */
  readonly refused: bigint | null;
};

export type HistoryRun = {
  /** Null once every block has been read. */
  readonly cursor: HistoryCursor | null;
  /** Why the run stopped early: the endpoint's message. Null if it did not. */
  readonly problem: string | null;
};

/** Starts at the newest block going back, or at an old block going forward. */
export const cursorAt = (next: bigint, upTo?: bigint): HistoryCursor => ({
  ...{ next, span: FIRST_SPAN, refused: null },
  ...(upTo === undefined ? {} : { upTo }),
});

const isAtEnd = ({ next, upTo }: HistoryCursor) => (upTo === undefined ? next < 0n : next > upTo);

/** The next range: its first and last block, and the block after it in reading direction. */
function rangeOf({ next, upTo, span }: HistoryCursor) {
  if (upTo === undefined) {
    const from = next >= span ? next - span + 1n : 0n;
    return { from, to: next, after: from - 1n };
  }
  const to = next + span > upTo ? upTo : next + span - 1n;
  return { from: next, to, after: to + 1n };
}

/** The endpoint did not answer at all, so a smaller range would not help. */
function isUnreachable(error: unknown): boolean {
  const lost = (e: unknown) => e instanceof HttpRequestError && e.status === undefined;
  return error instanceof BaseError && error.walk(lost) !== null;
}

function spanAfterSuccess({ span, refused }: HistoryCursor): bigint {
  const doubled = span * 2n > LARGEST_SPAN ? LARGEST_SPAN : span * 2n;
  return refused !== null && doubled >= refused ? span : doubled;
}

/**
 * Continues from the cursor. Halves a range that the endpoint refuses. Never throws: a run that stops early says why, and its
 * cursor continues there.
 * @param readRange reads the blocks of a range, both ends included
 * @param onPart receives each range and its first block as soon as it is read, and returns whether to continue
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
