import type { HttpFailure } from '#shared/wire/codes.ts';
import type { Envelope } from '#shared/wire/envelope.ts';
import { encodeFailure } from '#shared/wire/envelope.ts';
import { DatabaseUnavailable } from '../db/database.ts';
import { DeadlineExceeded } from './deadline.ts';

const MESSAGES: Readonly<Record<HttpFailure, string>> = {
  400: 'The request is not readable. Send a JSON object with the content type application/json.',
  404: 'This address does not exist. Verify the base address of the service and the name of the operation.',
  405: 'This address does not accept the method. Call the operations with POST.',
  413: 'The request is too large. Send at most 4096 bytes, or 16384 bytes to get_receipts.',
  415: 'The content type must be application/json.',
  429: 'This client sends too many requests. Wait for the seconds in the Retry-After header.',
  500: 'The service failed on this request. Requests never move money. Try again later.',
  503: 'The service is unavailable at the moment. Requests never move money. Try again in a minute.',
};

/** Thrown for a request that reaches no operation. The client reads the message. */
export class RequestRefused extends Error {
  readonly code = 'REQUEST_REFUSED';
  readonly status: HttpFailure;
  /** When the client may try again; null if a retry does not help. */
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

// Fastify's codes for the requests that it refuses.
const FASTIFY_CODES: Readonly<Record<string, HttpFailure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 413,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 415,
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: 405,
};

/** Turns an error into an answer. Only a RequestRefused is quoted: other messages can contain secrets. */
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
