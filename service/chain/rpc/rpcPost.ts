import type { Agent, IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { HttpRequestError, ResponseBodyTooLargeError, TimeoutError } from 'viem';

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

/** @throws MalformedBody */
function decompress(response: IncomingMessage): Readable {
  switch (response.headers['content-encoding']?.toLowerCase() ?? 'identity') {
    case 'identity':
      return response;
    case 'gzip':
      return response.pipe(createGunzip());
    case 'br':
      return response.pipe(createBrotliDecompress());
    default:
      throw new MalformedBody('the answer is compressed in a way that was not asked for');
  }
}

/**
 * Reads a JSON body of limited size and structure.
 * @throws MalformedBody, ResponseBodyTooLargeError, the signal's reason
 */
async function readText(
  response: IncomingMessage,
  { maxBytes, slots, signal, noteSize }: BodyReading,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let free: (() => void) | null = null;
  try {
    requireSize(Number(response.headers['content-length'] ?? 0), maxBytes);
    const body = decompress(response);
    response.once('error', (error) => body.destroy(error));
    for await (const chunk of body) {
      size += chunk.byteLength;
      requireSize(size, maxBytes);
      if (size > LARGE_BYTES) free ??= await slots.take(signal);
      noteSize(size);
      chunks.push(chunk);
    }
    const whole = Buffer.concat(chunks);
    requirePlain(whole);
    return whole.toString('utf8');
  } finally {
    // The caller parses the body in the same turn of the event loop.
    if (free) setImmediate(free);
  }
}

// A large body may take longer than a small one, but not forever.
const MIN_BYTES_PER_SECOND = 262_144;

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

export type PostLimits = {
  readonly timeoutMs: number;
  /** The maximum body size. */
  readonly maxBytes?: number;
};

/** Posts a JSON text. @returns the answered value */
export type Post = (json: string) => Promise<unknown>;

type Answer = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly text: string };

type Request = { readonly target: URL; readonly json: string };

/** A connection that was kept may be closed by the other side at the moment it is used again. */
class StaleConnection extends Error {
  readonly code = 'STALE_CONNECTION';
}

/** @param agent false to open a new connection */
function send({ target, json }: Request, agent: Agent | false, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) },
      ...{ accept: 'application/json', 'accept-encoding': 'gzip, br', 'user-agent': 'causeway' },
    };
    const { request } = target.protocol === 'https:' ? https : http;
    const sent = request(target, { method: 'POST', agent, headers, signal });
    const fail = (cause?: Error) => {
      const isStale = sent.reusedSocket && !signal.aborted;
      reject(
        isStale ? new StaleConnection('', { cause }) : (cause ?? new Error('the connection closed without an answer')),
      );
    };
    // After an upgrade that nobody asked for, Node emits no error.
    sent.on('error', fail).on('close', fail);
    sent.once('response', (response) => {
      sent.off('close', fail);
      resolve(response);
    });
    sent.end(json);
  });
}

/** Whether a body is a JSON-RPC answer, which says more than the status of its response. */
function hasRpcError(value: unknown): boolean {
  const error = readError(value);
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number';
}

function readError(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
}

/** @returns the value, or the text as an error if it isn't JSON */
function parseRefusal(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { error: text };
  }
}

function parse(
  { status, headers, text }: Answer,
  { url, json }: { readonly url: string; readonly json: string },
): unknown {
  if (status >= 200 && status < 300) return JSON.parse(text);
  const value = parseRefusal(text);
  if (hasRpcError(value)) return value;
  const named = new Headers();
  for (const [name, one] of Object.entries(headers)) if (typeof one === 'string') named.set(name, one);
  const error = readError(value);
  const said = typeof error === 'string' ? error : JSON.stringify(error);
  const details = said || (http.STATUS_CODES[status] ?? '');
  throw new HttpRequestError({ body: { json }, details, headers: named, status, url });
}

/** Sends again, on a new connection, what met one that the endpoint had closed. */
async function sendSurely(request: Request, agent: Agent, signal: AbortSignal): Promise<IncomingMessage> {
  try {
    return await send(request, agent, signal);
  } catch (error) {
    if (error instanceof StaleConnection) return send(request, false, signal);
    throw error;
  }
}

function toPostError(error: unknown, { url, json }: { readonly url: string; readonly json: string }): unknown {
  if (error instanceof HttpRequestError || error instanceof ResponseBodyTooLargeError) return error;
  return new HttpRequestError({ body: { json }, url, ...(error instanceof Error && { cause: error }) });
}

// Each can take about 50 MiB of memory while it is parsed.
const LARGE_BODIES = 6;
// How long an unused connection is kept.
const IDLE_MS = 30_000;

/**
 * Creates what posts to one RPC endpoint, which may be hostile: it follows no redirect, which could lead into the
 * service's own network, and limits size, structure and time of the body. All of an endpoint's clients share its
 * connections. Node's client takes a third of the time of `fetch`, whose requests and bodies pass through streams twice.
 * @returns a function that throws HttpRequestError, TimeoutError or ResponseBodyTooLargeError
 */
export function createPoster(url: string): (limits: PostLimits) => Post {
  const target = new URL(url);
  const agent = new (target.protocol === 'https:' ? https : http).Agent({ keepAlive: true, timeout: IDLE_MS });
  const slots = createSlots(LARGE_BODIES);
  return ({ timeoutMs, maxBytes = MAX_BYTES }) =>
    async (json) => {
      const { signal, noteSize, stop } = createDeadline(timeoutMs);
      let response: IncomingMessage | null = null;
      try {
        response = await sendSurely({ target, json }, agent, signal);
        const text = await readText(response, { maxBytes, slots, signal, noteSize });
        return parse({ status: response.statusCode ?? 0, headers: response.headers, text }, { url, json });
      } catch (error) {
        throw signal.aborted ? new TimeoutError({ body: {}, url: '' }) : toPostError(error, { url, json });
      } finally {
        stop();
        // What is left of the body is not read.
        if (!response?.readableEnded) response?.destroy();
      }
    };
}
