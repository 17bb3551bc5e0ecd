import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PreparedAnswer } from './preparedAnswer.ts';
import { ENCODINGS } from './preparedAnswer.ts';

/** Whether the client has the answer already. A POST has no condition. */
function isKnown({ method, headers }: FastifyRequest, { etag }: PreparedAnswer): boolean {
  if (method === 'POST') return false;
  const tags = headers['if-none-match']?.split(',') ?? [];
  return tags.some((tag) => tag.trim() === etag || tag.trim() === '*');
}

/** Sends a prepared answer in the best encoding that the client accepts, or 304 when the client has it. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PreparedAnswer,
): Promise<FastifyReply> {
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', [...ENCODINGS]) ?? 'identity';
  reply.header('vary', 'accept-encoding');
  if (request.method !== 'POST') reply.headers({ etag: answer.etag, 'cache-control': 'no-cache' });
  if (isKnown(request, answer)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('application/json; charset=utf-8').send(await answer.bytes(encoding));
}
