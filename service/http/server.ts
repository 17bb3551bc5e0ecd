import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { fastify } from 'fastify';
import type { Logger } from 'pino';
import type { Failure } from './failure.ts';
import { failureOf, RequestRefused, toAnswer } from './failure.ts';
import { getAllPairInfos } from './getAllPairInfos.ts';
import { getBuildTx } from './getBuildTx.ts';
import { getReceipt } from './getReceipt.ts';
import type { RequestObserver } from './observeRequests.ts';
import { observeRequests } from './observeRequests.ts';
import type { Operation, OperationContext } from './operation.ts';

const MAX_BODY_BYTES = 4096;
const HEADERS_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
const PREFLIGHT_SECONDS = 600;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  '/get_build_tx': getBuildTx,
  '/get_all_pair_infos': getAllPairInfos,
  '/get_receipt': getReceipt,
};

export type HttpServer = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger>;

export type HttpOptions = {
  readonly prefix: string;
  readonly logger: Logger;
  readonly observer?: RequestObserver;
};

function send(reply: FastifyReply, { status, body }: Failure): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

// What is not even HTTP never reaches a handler; it too is answered with the envelope.
function answerBrokenRequest(error: Error, socket: Socket): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy();
    return;
  }
  const { status, body } = failureOf(400);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}

/** The three operations under their prefix. Whatever is asked of it, it answers the envelope. */
export async function createHttpServer(context: OperationContext, options: HttpOptions): Promise<HttpServer> {
  const { prefix, logger, observer } = options;
  const server: HttpServer = fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    // While it closes, requests that came in on open connections are still served.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, _request, reply) => send(reply, failureOf(404)),
  });

  if (observer) observeRequests(server, observer);

  // A browser sends text without asking first; only JSON is read.
  server.removeContentTypeParser('text/plain');
  await server.register(cors, {
    origin: '*',
    methods: ['POST'],
    allowedHeaders: ['content-type'],
    exposedHeaders: ['retry-after'],
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  });

  server.setErrorHandler((error, request, reply) => {
    const answer = toAnswer(error);
    if (answer.status >= 500) logger.error({ err: error, operation: request.routeOptions.url }, 'request failed');
    return send(reply, answer);
  });

  const paths = new Set(Object.keys(OPERATIONS).map((path) => prefix + path));
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    if (!paths.has(path)) return send(reply, failureOf(404));
    return send(reply.header('allow', 'POST, OPTIONS'), failureOf(405));
  });

  for (const [path, operation] of Object.entries(OPERATIONS)) {
    server.post(prefix + path, async (request, reply) => {
      // Without a content type Fastify hands over no body at all.
      if (request.headers['content-type'] === undefined)
        throw new RequestRefused(415, failureOf(415).body.status.message);
      const answer = await operation(context, request.body);
      return reply.type('application/json; charset=utf-8').send(answer);
    });
  }
  return server;
}
