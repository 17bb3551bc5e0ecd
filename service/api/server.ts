// API. In come requests from browsers and integrators; out go builds, pairs and receipts. It reads the database and
// holds no key: a request never changes a transfer, and no request ends the process.

import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { fastify } from 'fastify';
import type { Logger } from 'pino';
import { MAX_HASHES } from '#shared/wire/receipts.ts';
import type { HttpConfig } from '../boot/config.ts';
import { logServerErrors } from '../boot/log.ts';
import type { RateLimit } from '../chain/model/callRate.ts';
import type { Database } from '../db/database.ts';
import type { Failure, SendPrepared } from './answers.ts';
import {
  createSendPrepared,
  failureOf,
  PreparedAnswer,
  RequestRefused,
  sendEnvelope,
  toAnswer,
  tooManyRequests,
} from './answers.ts';
import type { ClientUse } from './clientUse.ts';
import {
  answerBrokenRequests,
  answerExpectations,
  answerPreflight,
  CROSS_ORIGIN_HEADERS,
  createProxyCheck,
  limitConnections,
  REQUEST_ID_HEADER,
  readRequestId,
} from './connections.ts';
import { createGetAllPairInfos } from './getAllPairInfos.ts';
import { createGetBuildTx } from './getBuildTx.ts';
import { createGetReceipt, getReceipts } from './getReceipt.ts';
import type { HttpServer } from './httpServer.ts';
import { REQUEST_DEADLINE_MS, withDeadline } from './httpServer.ts';
import type { OperationPath } from './openapi/createOpenApi.ts';
import { apiPagePaths, openApiPaths, serveApiPage, serveOpenApi } from './openapi/serve.ts';
import type { Operation, OperationAnswer, OperationContext, RequestObserver } from './operation.ts';
import { observeRequests } from './operation.ts';
import { createRateLimiter } from './rateLimiter.ts';

const MAX_BODY_BYTES = 4096;
// A hundred hashes take about 7000 bytes.
const MAX_HASHES_BODY_BYTES = 16_384;
// A hash in a list in JSON: 0x, 64 digits, two quotes and a comma.
const HASH_BYTES = 69;
const MAX_HEADER_BYTES = 8192;
const MAX_CONNECTIONS = 2000;
const TIMEOUTS: HttpTimeouts = { headersMs: 5000, requestMs: 6000, scanMs: 1000 };
const KEEP_ALIVE_MS = 10_000;
const DRAIN_MS = 5000;
const DRAIN_POLL_MS = 20;
// The answer of `get_all_pair_infos` over GET, which a browser caches and may request from another origin without a
// preflight.
const PAIRS_PATH = '/pairs';

// Answers can change at any time, and browsers must not render them as documents.
const SECURITY_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

// One object for all answers: setting each header in its own hook costs as much as the rest of Fastify.
const COMMON_HEADERS = { ...SECURITY_HEADERS, ...CROSS_ORIGIN_HEADERS };

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };
type Served = { readonly operation: Operation; readonly bodyLimit: number };

function createOperations(database: Database): Readonly<Record<OperationPath, Served>> {
  return {
    '/get_build_tx': { operation: createGetBuildTx(), bodyLimit: MAX_BODY_BYTES },
    '/get_all_pair_infos': { operation: createGetAllPairInfos(), bodyLimit: MAX_BODY_BYTES },
    '/get_receipt': { operation: createGetReceipt(database), bodyLimit: MAX_BODY_BYTES },
    '/get_receipts': { operation: getReceipts, bodyLimit: MAX_HASHES_BODY_BYTES },
  };
}

/** How long a client may take to send a request. */
type HttpTimeouts = {
  readonly headersMs: number;
  readonly requestMs: number;
  /** Node enforces the other two at this interval. */
  readonly scanMs: number;
};

export type HttpOptions = {
  readonly config: Pick<HttpConfig, 'prefix' | 'trustProxy' | 'rateLimit' | 'maxConnectionsPerClient'>;
  readonly logger: Logger;
  readonly observer?: RequestObserver;
  /** Called with the client of each request. */
  readonly clientUse?: ClientUse;
  /** How long the server waits at shutdown for clients to close their connections. */
  readonly drainMs?: number;
  readonly timeouts?: HttpTimeouts;
};

function send(reply: FastifyReply, { status, body }: Failure): FastifyReply {
  return sendEnvelope(reply.code(status), body);
}

function refuseEncodedBody({ headers }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const { 'content-encoding': encoding = 'identity' } = headers;
  const message = `The service does not read a body with the encoding ${encoding}. Send plain JSON.`;
  if (encoding === 'identity') done();
  else done(new RequestRefused(415, message));
}

/** How many requests an unread body of hashes will count as: one per hash. */
function estimateHashes({ headers }: FastifyRequest): number {
  const bytes = Number(headers['content-length'] ?? MAX_HASHES_BODY_BYTES);
  return Math.min(Math.max(1, Math.floor(bytes / HASH_BYTES)), MAX_HASHES);
}

type ClientLimit = {
  /** Counts a request before it is parsed. @returns why it is refused */
  refuse(ip: string, request: FastifyRequest): RequestRefused | undefined;
  /** Counts a request as several more, once it is parsed. @throws RequestRefused */
  charge(ip: string, more: number): void;
};

/** @param hashesPath the operation whose requests count as several */
function createClientLimit(limit: RateLimit, hashesPath: string): ClientLimit {
  const waitFor = createRateLimiter(limit);
  return {
    refuse: (ip, request) => {
      const now = performance.now();
      if (waitFor(ip, now) === 0) return undefined;
      // After the wait, the whole request must be granted, not only its beginning.
      const count = request.routeOptions.url === hashesPath ? estimateHashes(request) : 1;
      return tooManyRequests(waitFor(ip, now, Math.min(count, limit.burst)));
    },
    charge: (ip, more) => {
      // The request itself is already counted. A client never has more than the burst.
      const waitMs = waitFor(ip, performance.now(), Math.min(more, limit.burst - 1));
      // The next attempt is counted too.
      if (waitMs > 0) throw tooManyRequests(waitMs + 1000 / limit.perSecond);
    },
  };
}

/**
 * Before it stops listening, the server answers with `Connection: close` for a while, so that clients close their
 * connections. Closing a connection at once would lose a request that is on its way.
 */
function drainBeforeClose(server: HttpServer, drainMs: number): void {
  let closing = false;
  server.addHook('onSend', (...[, reply, , done]) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
  server.addHook('preClose', async () => {
    closing = true;
    const count = promisify(server.server.getConnections.bind(server.server));
    const deadline = performance.now() + drainMs;
    while (performance.now() < deadline && (await count()) > 0) await setTimeout(DRAIN_POLL_MS);
  });
}

/** @returns nothing if the answer is sent, because Fastify waits for a reply that a handler returns */
function sendAnswer(
  sendPrepared: SendPrepared,
  answered: OperationAnswer,
  { request, reply }: Exchange,
): Promise<FastifyReply> | undefined {
  const sent =
    answered instanceof PreparedAnswer ? sendPrepared(request, reply, answered) : sendEnvelope(reply, answered);
  return sent instanceof Promise ? sent : undefined;
}

/** Creates the operations' server. It answers every request with the envelope. */
export async function createHttpServer(context: OperationContext, options: HttpOptions): Promise<HttpServer> {
  const { config, logger, observer, clientUse, drainMs = DRAIN_MS, timeouts = TIMEOUTS } = options;
  const { prefix, trustProxy, rateLimit, maxConnectionsPerClient: perClient } = config;
  const isProxy = createProxyCheck(trustProxy === false ? [] : trustProxy);
  const brokenRequests = {
    headersTimeoutMs: timeouts.headersMs,
    requestTimeoutMs: timeouts.requestMs,
    maxHeaderBytes: MAX_HEADER_BYTES,
    headers: SECURITY_HEADERS,
  };
  const server: HttpServer = fastify({
    bodyLimit: MAX_BODY_BYTES,
    genReqId: ({ headers }) => readRequestId(headers),
    // These keys are unknown fields like any others. Removing them also prevents prototype pollution.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.scanMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
    },
    trustProxy: trustProxy === false ? false : isProxy,
    // While the server drains, it still answers requests on open connections.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequests(brokenRequests),
    frameworkErrors: (_error, _request, reply) => send(reply, failureOf(404)),
  });

  server.server.maxConnections = MAX_CONNECTIONS;
  logServerErrors(server.server, logger);
  answerExpectations(server, brokenRequests);
  limitConnections(server.server, { perClient, isProxy });
  server.decorateReply('envelopeCode', null);
  drainBeforeClose(server, drainMs);

  const operations = createOperations(context.database);
  if (observer) {
    const names = Object.keys(operations).map((path) => [prefix + path, path.slice(1)] as const);
    observeRequests(server, new Map(names), observer);
  }
  const allowed = new Map(Object.keys(operations).map((path) => [prefix + path, 'POST, OPTIONS']));
  for (const path of [...openApiPaths(prefix), ...apiPagePaths(prefix), prefix + PAIRS_PATH])
    allowed.set(path, 'GET, HEAD');
  const allowedMethods = (url: string) => allowed.get(url.split('?')[0] ?? '');
  const clientLimit = createClientLimit(rateLimit, `${prefix}/get_receipts`);
  // One hook for all of this: Fastify takes as long to run a hook, and to read the client's address, as each step takes.
  server.addHook('onRequest', (request, reply, done) => {
    // First the headers, so that a page at another origin can read Retry-After.
    reply.headers(COMMON_HEADERS).header(REQUEST_ID_HEADER, request.id);
    if (request.method === 'OPTIONS') {
      if (allowedMethods(request.url) === undefined) send(reply, failureOf(404));
      else answerPreflight(request, reply);
      return;
    }
    const { ip, headers, socket } = request;
    if (clientUse) {
      const isForwarded = headers['x-forwarded-for'] !== undefined;
      const isThroughProxy = isProxy(socket.remoteAddress ?? '');
      clientUse.note({ ip, isProxy: isProxy(ip), isForwarded, isThroughProxy });
    }
    done(clientLimit.refuse(ip, request));
  });

  // Browsers send plain text to other origins without a preflight, so only JSON is accepted.
  server.removeContentTypeParser('text/plain');

  server.setErrorHandler((error, request, reply) => {
    const answer = toAnswer(error);
    if (error instanceof RequestRefused && error.retryAfterSeconds !== null) {
      reply.header('retry-after', error.retryAfterSeconds);
    }
    if (answer.status >= 500) {
      logger.error({ err: error, requestId: request.id, operation: request.routeOptions.url }, 'request failed');
    }
    return send(reply, answer);
  });

  server.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(request.url);
    if (!methods) return send(reply, failureOf(404));
    return send(reply.header('allow', methods), failureOf(405));
  });

  const sendPrepared = createSendPrepared();
  serveOpenApi(server, prefix, sendPrepared);
  serveApiPage(server, prefix, sendPrepared);

  const answer = (operation: Operation, body: unknown, exchange: Exchange) => {
    const work = operation(context, body, (more) => clientLimit.charge(exchange.request.ip, more));
    if (!(work instanceof Promise)) return sendAnswer(sendPrepared, work, exchange);
    return withDeadline(REQUEST_DEADLINE_MS, work).then((answered) => sendAnswer(sendPrepared, answered, exchange));
  };
  server.get<{ Querystring: Record<string, unknown> }>(prefix + PAIRS_PATH, (request, reply) => {
    const { category, value_include_gas_fee: fee } = request.query;
    const body = { category, value_include_gas_fee: fee === 'true' ? true : fee === 'false' ? false : fee };
    return answer(operations['/get_all_pair_infos'].operation, body, { request, reply });
  });
  for (const [path, { operation, bodyLimit }] of Object.entries(operations)) {
    server.post(prefix + path, { onRequest: refuseEncodedBody, bodyLimit }, (request, reply) => {
      // Without a content type, Fastify passes no body.
      if (request.headers['content-type'] === undefined) throw new RequestRefused(415);
      return answer(operation, request.body, { request, reply });
    });
  }
  return server;
}
