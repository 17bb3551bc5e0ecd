import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

// Longer than the timeout of all RPC endpoints together, so that a build fails with its own error first. Fastify's
// `handlerTimeout` does not end a request whose body has been read.
export const REQUEST_DEADLINE_MS = 5000;

/** An operation missed its deadline. */
export class DeadlineExceeded extends Error {
  readonly code = 'DEADLINE_EXCEEDED';
}

/**
 * Awaits work for at most `timeoutMs`. Late work continues and its result is dropped, which is safe because an
 * operation changes nothing.
 * @throws DeadlineExceeded
 */
export function withDeadline<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DeadlineExceeded(`no answer within ${timeoutMs} ms`));
    }, timeoutMs);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** A Fastify server on plain HTTP. */
export type HttpServer = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger>;
