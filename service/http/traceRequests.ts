import type { FastifyRequest } from 'fastify';
import { HTTP_METHOD, HTTP_ROUTE, HTTP_STATUS, URL_SCHEME } from '../traces/attributeNames.ts';
import type { OpenSpan, Traces } from '../traces/traces.ts';
import type { HttpServer } from './httpServer.ts';

function begin(traces: Traces, request: FastifyRequest, isProxy: (address: string) => boolean): OpenSpan {
  const { method, headers, socket, protocol, id } = request;
  // The path of a request that reaches no route is the client's text.
  const route = request.routeOptions.url;
  const attributes = {
    [HTTP_METHOD]: method,
    [URL_SCHEME]: protocol,
    ...(route !== undefined && { [HTTP_ROUTE]: route }),
    'causeway.request.id': id,
  };
  const start = { name: route === undefined ? method : `${method} ${route}`, kind: 'server', attributes } as const;
  return traces.request(start, isProxy(socket.remoteAddress ?? '') ? headers : null);
}

/**
 * Adds a span for each request. The `traceparent` of a trusted proxy counts: a trace of any client could add spans to the traces of
 * others, and could make the service keep each of its requests. Call it before adding other hooks.
 */
export function traceRequests(server: HttpServer, traces: Traces, isProxy: (address: string) => boolean): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  server.addHook('onRequest', (request, _reply, done) => {
    spans.set(request, begin(traces, request, isProxy));
    done();
  });
  // Reading the body leaves the chain of asynchronous calls, so the span starts to run after it.
  server.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  server.addHook('onResponse', (request, { statusCode, envelopeCode }, done) => {
    const span = spans.get(request);
    span?.set({ [HTTP_STATUS]: statusCode, ...(envelopeCode !== null && { 'causeway.code': envelopeCode }) });
    if (statusCode >= 500) span?.fail(statusCode, String);
    // The hooks that follow write the request to the log.
    if (span) span.run(done);
    else done();
    span?.end();
  });
}
