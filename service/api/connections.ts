import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodeFailure } from '#shared/wire/envelope.ts';
import type { HttpServer } from './httpServer.ts';

type BrokenRequestLimits = {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly maxHeaderBytes: number;
  readonly headers: Readonly<Record<string, string>>;
};

const STATUS = 400;

function describeError(error: Error, limits: BrokenRequestLimits): string {
  const { headersTimeoutMs, requestTimeoutMs, maxHeaderBytes } = limits;
  switch ('code' in error ? error.code : null) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return `The request did not arrive in time. Send its headers within ${headersTimeoutMs / 1000} seconds and its body within ${requestTimeoutMs / 1000} seconds.`;
    case 'HPE_HEADER_OVERFLOW':
      return `The headers of the request are too large. Send at most ${maxHeaderBytes} bytes.`;
    default:
      return 'The request is not valid HTTP/1.1. Send it with an HTTP client.';
  }
}

function toBody(message: string): string {
  return JSON.stringify(encodeFailure(STATUS, message));
}

function toHeaders(body: string, limits: BrokenRequestLimits) {
  return {
    ...limits.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
}

/** Answers requests that never reach a handler, because they are late or not HTTP, with the envelope. */
export function answerBrokenRequests(limits: BrokenRequestLimits): (error: Error, socket: Socket) => void {
  return (error, socket) => {
    if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
      socket.destroy();
      return;
    }
    const body = toBody(describeError(error, limits));
    const lines = Object.entries(toHeaders(body, limits)).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${STATUS} ${STATUS_CODES[STATUS]}\r\n${lines.join('')}\r\n${body}`);
  };
}

/** Node answers an unknown expectation with 417 and no body. This sends the envelope instead. */
export function answerExpectations(server: HttpServer, limits: BrokenRequestLimits): void {
  server.server.on('checkExpectation', (_request, response) => {
    const body = toBody('The service supports no expectation except 100-continue. Omit the Expect header.');
    response.writeHead(STATUS, toHeaders(body, limits)).end(body);
  });
}

/** The request id's header, in requests and answers. */
export const REQUEST_ID_HEADER = 'x-request-id';

// The client chooses this text, and it is logged.
const WELL_FORMED = /^[\w-]{1,64}$/;
// https://www.w3.org/TR/trace-context/#traceparent-header: an id of only zeros is invalid, and so is the version ff.
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/**
 * A request's id: the client's `x-request-id`, else the trace id in its `traceparent`, else a new one. A malformed id
 * counts as absent. Clients can repeat ids, so use them only for logs.
 */
export function readRequestId(headers: IncomingHttpHeaders): string {
  const { [REQUEST_ID_HEADER]: id, traceparent } = headers;
  if (typeof id === 'string' && WELL_FORMED.test(id)) return id;
  const [, traceId] = (typeof traceparent === 'string' && TRACEPARENT.exec(traceparent)) || [];
  return traceId ?? randomUUID();
}

const PREFLIGHT_SECONDS = 600;

/** Any page may call the operations, without credentials. */
export const CROSS_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `retry-after, ${REQUEST_ID_HEADER}`,
};

/** Answers a preflight. It allows every requested header, such as tracing headers, because the service ignores them. */
export function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { 'access-control-request-headers': requested } = headers;
  reply.headers({
    'access-control-allow-methods': 'POST',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
    'content-length': '0',
    vary: 'access-control-request-headers',
  });
  if (requested !== undefined) reply.header('access-control-allow-headers', requested);
  return reply.code(204).send();
}

// Clients behind a proxy are looked up too, so the memory is limited.
const MAX_REMEMBERED = 1000;

function createList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Creates a function that tells whether an address is a trusted proxy. It remembers recent answers, because parsing an
 * address takes longer than the rest of the check. Text that isn't an address is never a proxy.
 * @param proxies addresses and networks
 */
export function createProxyCheck(proxies: readonly string[]): (address: string) => boolean {
  const list = createList(proxies);
  const answers = new Map<string, boolean>();
  return (address) => {
    const known = answers.get(address);
    if (known !== undefined) return known;
    const family = isIP(address);
    const isProxy = family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
    if (answers.size >= MAX_REMEMBERED) answers.clear();
    answers.set(address, isProxy);
    return isProxy;
  };
}

// A trusted proxy can forward any text, so the key's length is limited.
const MAX_KEY_LENGTH = 64;

/** The eight groups of an IPv6 address, as the URL standard writes them. */
function readGroups(ip: string): readonly string[] {
  const { hostname } = new URL(`http://[${ip}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  if (!left || !right) return [];
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

/** The key of a client: an IPv4 address, or a /64 IPv6 network, the smallest that a provider assigns (RFC 6177). */
export function clientKey(ip: string): string {
  const [address = ''] = ip.split('%');
  if (isIP(address) !== 6) return ip.slice(0, MAX_KEY_LENGTH);
  const groups = readGroups(address);
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

export type ConnectionLimit = {
  /** The maximum number of open connections per client. */
  readonly perClient: number;
  /** Proxies carry the connections of many clients, so they have no limit. */
  readonly isProxy: (address: string) => boolean;
};

/**
 * Closes a client's connections above its limit, idle ones included, so that one client can't use up the server's
 * connections.
 */
export function limitConnections(server: Server, { perClient, isProxy }: ConnectionLimit): void {
  const counts = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    // The client has already left.
    if (address === undefined) return;
    if (isProxy(address)) return;
    const client = clientKey(address);
    const count = (counts.get(client) ?? 0) + 1;
    if (count > perClient) {
      socket.destroy();
      return;
    }
    counts.set(client, count);
    socket.once('close', () => {
      const left = (counts.get(client) ?? 1) - 1;
      if (left > 0) counts.set(client, left);
      else counts.delete(client);
    });
  });
}
