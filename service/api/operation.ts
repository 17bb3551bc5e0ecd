import * as v from 'valibot';
import type { Envelope } from '#shared/wire/envelope.ts';
import type { Clock } from '../boot/clock.ts';
import type { Catalog } from '../boot/model/catalog.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import type { Database } from '../db/database.ts';
import type { PreparedAnswer } from './answers.ts';
import { RequestRefused } from './answers.ts';
import type { HttpServer } from './httpServer.ts';
import type { ScheduleCache } from './scheduleCache.ts';

function describe(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? 'body';
  if (issue.received === 'undefined') return `The field ${field} is missing.`;
  if (issue.type === 'string' || issue.type === 'boolean') return `The field ${field} must be a ${issue.type}.`;
  if (issue.type === 'array') return `The field ${field} must be a list.`;
  if (field === 'channel') return 'The field channel must be a whole number from 0 to 9007199254740991.';
  return `The field ${field} ${issue.message}.`;
}

/**
 * Parses a request with the schema of its operation, and ignores unknown fields.
 * @throws RequestRefused that names the first wrong field by its wire name
 */
export function readRequestBody<const S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RequestRefused(400, 'The body must be a JSON object.');
  }
  const read = v.safeParse(schema, body);
  if (read.success) return read.output;
  throw new RequestRefused(400, describe(read.issues[0]));
}

/** The outcome of a request. */
export type RequestOutcome = {
  /** The id in the answer's header. A client can choose it. */
  readonly requestId: string;
  /** The operation's name, or `other` for a request that didn't reach one. */
  readonly operation: string;
  /** The envelope's code, which is more precise than the HTTP status. */
  readonly code: number;
  readonly seconds: number;
};

export type RequestObserver = (outcome: RequestOutcome) => void;

/**
 * Reports every answered request to an observer. Call it before adding routes.
 * @param operations the name of the operation at each path
 */
export function observeRequests(
  server: HttpServer,
  operations: ReadonlyMap<string, string>,
  observer: RequestObserver,
): void {
  const findOperation = (url: string) => operations.get(url) ?? operations.get(url.split('?')[0] ?? '') ?? 'other';
  server.addHook('onResponse', (request, reply, done) => {
    const operation = request.method === 'POST' ? findOperation(request.raw.url ?? '') : 'other';
    const code = reply.envelopeCode ?? reply.statusCode;
    observer({ requestId: request.id, operation, code, seconds: reply.elapsedTime / 1000 });
    done();
  });
}

/** The operations' dependencies. None of them can sign. */
export type OperationContext = {
  readonly catalog: Catalog;
  readonly database: Database;
  readonly schedules: ScheduleCache;
  /** By chain id. */
  readonly clients: ReadonlyMap<number, ChainClient>;
  readonly clock: Clock;
};

/**
 * Counts a request as several more under its client's rate limit.
 * @throws RequestRefused if the client is then above its limit
 */
export type Charge = (requests: number) => void;

export type OperationAnswer = Envelope<unknown> | PreparedAnswer;

/** Answers a request, given its body: at once if it waits for nothing. */
export type Operation = (
  context: OperationContext,
  body: unknown,
  charge: Charge,
) => OperationAnswer | Promise<OperationAnswer>;

/** Continues with a value, at once if it is known: waiting for it would cost a request more than most of its work. */
export function continueWith<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
