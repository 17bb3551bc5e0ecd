import type { Pace } from '../config/runtimeConfig.ts';

/** JSON.parse takes about a millisecond for this much on a phone. */
const BATCH_LENGTH = 50_000;

const BLANK = /^[ \t\n\r]*$/;

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/**
 * Parses JSON that arrives in pieces, with rests in between. It equals `JSON.parse` of the whole text. The lists in the
 * members of the root, such as `data.pair_infos`, are parsed in batches; everything else at the end.
 */
export function createSlicedParser(pace: Pace, batchLength = BATCH_LENGTH) {
  const lists: unknown[][] = [];
  /** The text without the items of these lists: in place of them it has the number of the list. */
  let outline = '';
  const collected = collectText();
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  let list: unknown[] | null = null;
  let hasBatches = false;

  function parseBatch(isLast: boolean): void {
    const items = collected.take();
    if (BLANK.test(items)) {
      if (isLast && !hasBatches) return;
      throw new SyntaxError('a list has a comma without an item');
    }
    list?.push(...(JSON.parse(`[${items}]`) as unknown[]));
    hasBatches = true;
  }

  function closeList(isBracket: boolean): void {
    if (!isBracket) throw new SyntaxError('a list ends with a brace');
    parseBatch(true);
    list = null;
    hasBatches = false;
  }

  function readInString(code: number): void {
    if (isEscaped) isEscaped = false;
    else if (code === BACKSLASH) isEscaped = true;
    else if (code === QUOTE) isString = false;
  }

  function open(isList: boolean, at: number): void {
    depth += 1;
    if (!isList || depth !== 3 || list) return;
    collected.cut(at + 1, at + 1);
    outline += `${collected.take()}${lists.length}`;
    list = [];
    lists.push(list);
  }

  function close(isBracket: boolean, at: number): void {
    depth -= 1;
    if (!list || depth !== 2) return;
    collected.cut(at, at);
    closeList(isBracket);
  }

  /** Reads the character at `at` of the piece. Returns true at the end of a batch. */
  function read(code: number, at: number): boolean {
    if (isString) readInString(code);
    else if (code === QUOTE) isString = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) open(code === OPEN_LIST, at);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) close(code === CLOSE_LIST, at);
    else if (code === COMMA) return endsBatch(at);
    return false;
  }

  function endsBatch(at: number): boolean {
    if (!list || depth !== 3 || collected.length(at) < batchLength) return false;
    collected.cut(at, at + 1);
    return true;
  }

  return {
    /** @throws SyntaxError */
    add: async (piece: string): Promise<void> => {
      collected.start(piece);
      for (let at = 0; at < piece.length; at += 1) {
        if (!read(piece.charCodeAt(at), at)) continue;
        parseBatch(false);
        const due = pace();
        if (due) await due;
      }
      collected.cut(piece.length, piece.length);
    },
    /** @throws SyntaxError */
    finish: (): unknown => {
      const root: unknown = JSON.parse(outline + collected.take());
      for (const member of membersOf(root)) {
        for (const [key, value] of Object.entries(member)) {
          if (Array.isArray(value)) member[key] = lists[Number(value[0])];
        }
      }
      return root;
    },
  };
}

/** Collects a text that may span several pieces. Joining it once keeps a long one from being copied with each piece. */
function collectText() {
  let earlier: string[] = [];
  let earlierLength = 0;
  let piece = '';
  let from = 0;
  return {
    start: (next: string): void => {
      piece = next;
      from = 0;
    },
    length: (at: number): number => earlierLength + at - from,
    /** Collects up to `at`, and goes on from `next`. */
    cut: (at: number, next: number): void => {
      earlier.push(piece.slice(from, at));
      earlierLength += at - from;
      from = next;
    },
    take: (): string => {
      const text = earlier.join('');
      earlier = [];
      earlierLength = 0;
      return text;
    },
  };
}

type Container = Record<string, unknown>;

function membersOf(root: unknown): readonly Container[] {
  if (typeof root !== 'object' || root === null) return [];
  return Object.values(root).filter((value): value is Container => typeof value === 'object' && value !== null);
}
