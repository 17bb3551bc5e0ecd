import { ResponseBodyTooLargeError } from 'viem';
import type { Slots } from './slots.ts';

/** Thrown for a body that no honest endpoint sends. */
export class MalformedBody extends Error {
  readonly code = 'MALFORMED_BODY';
}

export const MAX_BYTES = 10_485_760;
// Bodies above this size are in memory a few at a time.
const LARGE_BYTES = 1_048_576;
// The answers of Ethereum's methods are at most 5 levels deep. 10 MiB of logs have less than 450,000 values.
const MAX_DEPTH = 32;
const MAX_VALUES = 600_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const NESTING: ReadonlyMap<number | undefined, 1 | -1> = new Map([
  [0x5b, 1],
  [0x7b, 1],
  [0x5d, -1],
  [0x7d, -1],
]);

/** The position of the quote that ends a text. */
function findEnd(body: Uint8Array, from: number): number {
  let at = from;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Parsing 10 MiB of tiny or nested values blocks the event loop of all chains for a second and takes a gigabyte of memory, so
 * this counts them first.
 * @throws MalformedBody
 */
function requirePlain(body: Uint8Array): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    if (body[at] === QUOTE) at = findEnd(body, at + 1);
    const nesting = NESTING.get(body[at]) ?? 0;
    depth += nesting;
    if (nesting > 0 || body[at] === COMMA) values += 1;
    if (depth > MAX_DEPTH) throw new MalformedBody(`the answer is nested more than ${MAX_DEPTH} times`);
    if (values > MAX_VALUES) throw new MalformedBody(`the answer has more than ${MAX_VALUES} values`);
  }
}

export type BodyReading = {
  readonly maxBytes: number;
  /** The places for large bodies that are read at the same time. */
  readonly slots: Slots;
  readonly signal: AbortSignal;
  /** Called with the number of bytes so far. */
  readonly noteSize: (bytes: number) => void;
};

function requireSize(size: number, maxSize: number): void {
  if (size > maxSize) throw new ResponseBodyTooLargeError({ maxSize, size });
}

/**
 * Reads a JSON body of limited size and structure.
 * @throws MalformedBody, ResponseBodyTooLargeError; an AbortError
 */
export async function readJsonBody(
  response: Response,
  { maxBytes, slots, signal, noteSize }: BodyReading,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let free: (() => void) | null = null;
  try {
    requireSize(Number(response.headers.get('content-length') ?? 0), maxBytes);
    // Leaving the loop cancels the rest of the body.
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      requireSize(size, maxBytes);
      if (size > LARGE_BYTES) free ??= await slots.take(signal);
      noteSize(size);
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks);
    requirePlain(body);
    return body;
  } finally {
    // The caller parses the body in the same turn of the event loop.
    if (free) setImmediate(free);
  }
}
