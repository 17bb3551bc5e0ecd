import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpFailure } from '#shared/wire/codes.ts';
import { codes } from '#shared/wire/codes.ts';
import type { Envelope } from '#shared/wire/envelope.ts';
import { encodeFailure } from '#shared/wire/envelope.ts';
import { DatabaseUnavailable } from '../db/database.ts';
import { DeadlineExceeded } from './httpServer.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can extend Fastify's
  interface FastifyReply {
    /** The code in the answer's envelope; null if the code is the HTTP status. */
    envelopeCode: number | null;
  }
}

/** Sends an envelope as JSON. Sending text saves Fastify from choosing a serializer. */
export function sendEnvelope(reply: FastifyReply, envelope: Envelope<unknown>): FastifyReply {
  reply.envelopeCode = envelope.status.code;
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(envelope));
}

const MESSAGES: Readonly<Record<HttpFailure, string>> = {
  400: 'The request cannot be read. Send a JSON object with the content type application/json.',
  404: 'There is nothing at this URL. Check the base address and the name of the operation.',
  405: 'This URL does not accept this method. Call the operations with POST.',
  413: 'The request is too large. Send at most 4096 bytes, or 16384 bytes to get_receipts.',
  415: 'The content type must be application/json.',
  429: 'This client sends too many requests. Wait as many seconds as the Retry-After header says.',
  500: 'The service failed on this request. Requests never move money. Try again later.',
  503: 'The service is unavailable. Requests never move money. Try again in a minute.',
};

/** Thrown for a request that doesn't reach an operation. The client reads the message. */
export class RequestRefused extends Error {
  readonly code = 'REQUEST_REFUSED';
  readonly status: HttpFailure;
  /** When the client may try again; null if retrying doesn't help. */
  readonly retryAfterSeconds: number | null;
  constructor(status: HttpFailure, message = MESSAGES[status], retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type Failure = { readonly status: HttpFailure; readonly body: Envelope<never> };

function toFailure(status: HttpFailure, message: string): Failure {
  return { status, body: encodeFailure(status, message) };
}

/** Thrown for a client above the rate limit. */
export function tooManyRequests(waitMs: number): RequestRefused {
  return new RequestRefused(429, MESSAGES[429], Math.ceil(waitMs / 1000));
}

export function failureOf(status: HttpFailure): Failure {
  return toFailure(status, MESSAGES[status]);
}

// Fastify's codes for requests it refuses.
const FASTIFY_CODES: Readonly<Record<string, HttpFailure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 413,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 415,
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: 405,
};

/** Turns an error into an answer. Only the message of a RequestRefused is shown: others can contain secrets. */
export function toAnswer(error: unknown): Failure {
  if (error instanceof RequestRefused) return toFailure(error.status, error.message);
  if (error instanceof DatabaseUnavailable || error instanceof DeadlineExceeded) return failureOf(503);
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? FASTIFY_CODES[error.code] : undefined;
    if (code) return failureOf(code);
    const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    if (status >= 400 && status < 500) return failureOf(400);
  }
  return failureOf(500);
}

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

// A higher quality takes ten times as long and saves only a tenth.
const BROTLI_QUALITY = 5;

/** An answer shared by many clients: its bytes, each encoding made once, and one entity tag for all of them. */
export class PreparedAnswer {
  readonly #text: Buffer;
  readonly #encoded = new Map<Encoding, Buffer | Promise<Buffer>>();
  /** Weak, because all encodings share it. */
  readonly etag: string;
  readonly type: string;

  /** @param type the media type */
  constructor(text: Buffer, type: string) {
    this.#text = text;
    this.type = type;
    this.etag = `W/"${createHash('sha256').update(this.#text).digest('base64url').slice(0, 22)}"`;
  }

  /** The bytes in an encoding. Synchronous if they exist already. */
  bytes(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const made = this.#encode(encoding).then((bytes) => {
      this.#encoded.set(encoding, bytes);
      return bytes;
    });
    this.#encoded.set(encoding, made);
    return made;
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#text;
    if (encoding === 'gzip') return promisify(gzip)(this.#text);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.#text.length,
    };
    return promisify(brotliCompress)(this.#text, { params });
  }
}

export function prepareJson(body: unknown): PreparedAnswer {
  return new PreparedAnswer(Buffer.from(JSON.stringify(body)), 'application/json; charset=utf-8');
}

/** Sends a prepared answer in the best encoding that the client accepts, or 304 if the client already has it. */
export type SendPrepared = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PreparedAnswer,
) => FastifyReply | Promise<FastifyReply>;

// Browsers send few different headers. A client that invents new ones must not fill the memory.
const MAX_REMEMBERED = 200;

/** Whether the client already has the answer. POST requests are not conditional. */
function isKnown({ method, headers }: FastifyRequest, { etag }: PreparedAnswer): boolean {
  if (method === 'POST') return false;
  const tags = headers['if-none-match']?.split(',') ?? [];
  return tags.some((tag) => tag.trim() === etag || tag.trim() === '*');
}

/** Remembers the encoding for each header: parsing one takes longer than the rest of the answer. */
function createEncodingChoice(): (header: string) => Encoding {
  const negotiator = new Negotiator({ supportedValues: [...ENCODINGS] });
  const chosen = new Map<string, Encoding>();
  return (header) => {
    const known = chosen.get(header);
    if (known) return known;
    const wanted = negotiator.negotiate(header);
    const encoding = ENCODINGS.find((candidate) => candidate === wanted) ?? 'identity';
    if (chosen.size >= MAX_REMEMBERED) chosen.clear();
    chosen.set(header, encoding);
    return encoding;
  };
}

export function createSendPrepared(): SendPrepared {
  const chooseEncoding = createEncodingChoice();
  return (request, reply, answer) => {
    const { 'accept-encoding': accepted } = request.headers;
    const encoding = accepted === undefined ? 'identity' : chooseEncoding(accepted);
    reply.envelopeCode = codes.ok;
    reply.header('vary', 'accept-encoding');
    if (request.method !== 'POST') reply.headers({ etag: answer.etag, 'cache-control': 'no-cache' });
    if (isKnown(request, answer)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    reply.header('content-type', answer.type);
    const bytes = answer.bytes(encoding);
    return bytes instanceof Promise ? bytes.then((made) => reply.send(made)) : reply.send(bytes);
  };
}
