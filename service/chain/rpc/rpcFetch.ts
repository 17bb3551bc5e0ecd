import { ResponseBodyTooLargeError, TimeoutError } from 'viem';

/** Slots for work that only a few may do at the same time. */
type Slots = {
  /**
   * Waits for a slot.
   * @returns frees the slot
   * @throws the signal's reason if it aborts first
   */
  take(signal: AbortSignal): Promise<() => void>;
};

function createSlots(count: number): Slots {
  const waiting = new Set<() => void>();
  let taken = 0;
  const free = () => {
    const [next] = waiting;
    // The slot goes to whoever has waited longest.
    if (next) next();
    else taken -= 1;
  };
  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (taken < count) {
          taken += 1;
          return resolve(free);
        }
        const leave = () => {
          waiting.delete(start);
          signal.removeEventListener('abort', abort);
        };
        const start = () => {
          leave();
          resolve(free);
        };
        const abort = () => {
          leave();
          reject(signal.reason);
        };
        waiting.add(start);
        signal.addEventListener('abort', abort);
      }),
  };
}

/** Thrown for a body that no honest endpoint sends. */
class MalformedBody extends Error {
  readonly code = 'MALFORMED_BODY';
}

const MAX_BYTES = 10_485_760;
// Only a few bodies above this size may be in memory at once.
const LARGE_BYTES = 1_048_576;
// Ethereum's answers are at most 5 levels deep. 10 MiB of logs have fewer than 450,000 values.
const MAX_DEPTH = 32;
const MAX_VALUES = 600_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const NESTING: ReadonlyMap<number | undefined, 1 | -1> = new Map([
  [0x5b, 1],
  [0x7b, 1],
  [0x5d, -1],
  [0x7d, -1],
]);

/** The position of the quote that ends a string. */
function findEnd(body: Uint8Array, from: number): number {
  let at = from;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Parsing 10 MiB of tiny or nested values blocks every chain's event loop for a second and takes a gigabyte of memory,
 * so this counts them first.
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

type BodyReading = {
  readonly maxBytes: number;
  /** The slots for large bodies read at the same time. */
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
async function readJsonBody(
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

// Each can take about 50 MiB of memory while it is parsed.
const LARGE_BODIES = 6;
// A large body may take longer than a small one, but not forever.
const MIN_BYTES_PER_SECOND = 262_144;

/** Creates the slots for an RPC endpoint's large bodies, shared by all its clients. */
export function createBodySlots(): Slots {
  return createSlots(LARGE_BODIES);
}

/** Aborts if no answer has come in time, or its body comes too slowly. */
function createDeadline(timeoutMs: number) {
  const controller = new AbortController();
  const startedAt = performance.now();
  const abort = () => controller.abort();
  let timer = setTimeout(abort, timeoutMs);
  return {
    signal: controller.signal,
    noteSize: (bytes: number) => {
      clearTimeout(timer);
      const endsAt = startedAt + timeoutMs + (bytes * 1000) / MIN_BYTES_PER_SECOND;
      timer = setTimeout(abort, Math.max(0, endsAt - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

export type RpcFetchOptions = {
  readonly slots: Slots;
  readonly timeoutMs: number;
  /** The maximum body size. */
  readonly maxBytes?: number;
};

/**
 * Creates the `fetch` of one RPC endpoint, which may be hostile: it follows no redirect, which could lead into the
 * service's own network, and limits the time for the body too. viem limits only the time until the body starts.
 */
export function createRpcFetch({ slots, timeoutMs, maxBytes = MAX_BYTES }: RpcFetchOptions): typeof fetch {
  return async (input, init) => {
    const { signal, noteSize, stop } = createDeadline(timeoutMs);
    try {
      const response = await fetch(input, { ...init, redirect: 'error', signal });
      const { status, statusText, headers } = response;
      if (headers.get('content-encoding')?.includes(',')) {
        await response.body?.cancel();
        throw new MalformedBody('the answer is compressed several times');
      }
      const body = await readJsonBody(response, { maxBytes, slots, signal, noteSize });
      return new Response(body.length === 0 ? null : body, { status, statusText, headers });
    } catch (error) {
      if (signal.aborted) throw new TimeoutError({ body: {}, url: '' });
      throw error;
    } finally {
      stop();
    }
  };
}
