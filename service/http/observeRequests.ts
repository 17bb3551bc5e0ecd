import type { HttpServer } from './httpServer.ts';

/** The outcome of a request. */
export type RequestOutcome = {
  /** The id in the answer's header. A client can choose it. */
  readonly requestId: string;
  /** The operation's name, or `other` for a request that reached none. */
  readonly operation: string;
  /** The code in the envelope, which is more precise than the HTTP status. */
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
