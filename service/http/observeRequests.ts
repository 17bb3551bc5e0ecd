import type { HttpServer } from './httpServer.ts';

/** The outcome of a request. */
export type RequestOutcome = {
  /** The operation's name, or `other` for a request that reached none. */
  readonly operation: string;
  /** The code in the envelope, which is more precise than the HTTP status. */
  readonly code: number;
  readonly seconds: number;
};

export type RequestObserver = (outcome: RequestOutcome) => void;

function readCode(payload: unknown): number | null {
  if (typeof payload !== 'object' || payload === null || !('status' in payload)) return null;
  const { status } = payload;
  if (typeof status !== 'object' || status === null || !('code' in status)) return null;
  return typeof status.code === 'number' ? status.code : null;
}

/** Reports every answered request to an observer. Call it before adding routes. */
export function observeRequests(server: HttpServer, observer: RequestObserver): void {
  const codes = new WeakMap<object, number>();
  server.addHook('preSerialization', async (_request, reply, payload) => {
    const code = readCode(payload);
    if (code !== null) codes.set(reply, code);
    return payload;
  });
  server.addHook('onResponse', async (request, reply) => {
    const { method, url = '' } = request.routeOptions;
    const operation = method === 'POST' ? (url.split('/').at(-1) ?? '') : 'other';
    observer({ operation, code: codes.get(reply) ?? reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
}
