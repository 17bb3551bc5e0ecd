import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from './requestId.ts';

const PREFLIGHT_SECONDS = 600;

/** Any page may call the operations, without credentials. */
export const CROSS_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `retry-after, ${REQUEST_ID_HEADER}`,
};

/**
 * Answers a preflight. It allows every requested header, such as those of tracing, because none has an effect on the service.
 */
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
