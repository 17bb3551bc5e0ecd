import type { HttpFailure } from '#shared/wire/codes.ts';
import type { Envelope } from '#shared/wire/envelope.ts';
import { encodeFailure } from '#shared/wire/envelope.ts';
import { DatabaseUnavailable } from '../db/database.ts';

const MESSAGES: Readonly<Record<HttpFailure, string>> = {
  400: 'The request could not be read; send a JSON object with the content type application/json.',
  404: 'There is nothing at this address; check the base address of the service.',
  405: 'This address is not called with this method; the operations are called with POST.',
  413: 'The request is too large; a request has at most 4096 bytes.',
  415: 'The content type must be application/json.',
  429: 'There are too many requests; slow down.',
  500: 'The service failed on this request; its operators can see why, and asking again later may help.',
  503: 'The service cannot answer at the moment; ask again shortly.',
};

/** A request that never reaches an operation. The message is for the one who sent it. */
export class RequestRefused extends Error {
  readonly code = 'REQUEST_REFUSED';
  readonly status: HttpFailure;
  constructor(status: HttpFailure, message = MESSAGES[status]) {
    super(message);
    this.status = status;
  }
}

export type Failure = { readonly status: HttpFailure; readonly body: Envelope<never> };

function toFailure(status: HttpFailure, message: string): Failure {
  return { status, body: encodeFailure(status, message) };
}

export function failureOf(status: HttpFailure): Failure {
  return toFailure(status, MESSAGES[status]);
}

// What Fastify itself refuses, by its stable codes.
const FASTIFY_CODES: Readonly<Record<string, HttpFailure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 413,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 415,
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: 405,
  FST_ERR_HANDLER_TIMEOUT: 503,
};

/** The one place where an error becomes an answer. Nothing of the error is repeated unless it was written to be read. */
export function toAnswer(error: unknown): Failure {
  if (error instanceof RequestRefused) return toFailure(error.status, error.message);
  if (error instanceof DatabaseUnavailable) return failureOf(503);
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? FASTIFY_CODES[error.code] : undefined;
    if (code) return failureOf(code);
    const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    if (status >= 400 && status < 500) return failureOf(400);
  }
  return failureOf(500);
}
