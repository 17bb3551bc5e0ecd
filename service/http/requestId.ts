import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The header with the id of a request, in requests and in answers. */
export const REQUEST_ID_HEADER = 'x-request-id';

// A client chooses the text, and it gets into the log.
const WELL_FORMED = /^[\w-]{1,64}$/;
// https://www.w3.org/TR/trace-context/#traceparent-header: an id of only zeros is invalid, and so is the version ff.
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/**
 * The id of a request: the client's `x-request-id`, or the trace id of its `traceparent`, or a new one. An id that is not well formed
 * counts as absent. Ids of clients can repeat, so nothing but the log may use them.
 */
export function readRequestId(headers: IncomingHttpHeaders): string {
  const { [REQUEST_ID_HEADER]: id, traceparent } = headers;
  if (typeof id === 'string' && WELL_FORMED.test(id)) return id;
  const [, traceId] = (typeof traceparent === 'string' && TRACEPARENT.exec(traceparent)) || [];
  return traceId ?? randomUUID();
}
