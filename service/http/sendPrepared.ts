import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { codes } from '#shared/wire/codes.ts';
import type { Encoding, PreparedAnswer } from './preparedAnswer.ts';
import { ENCODINGS } from './preparedAnswer.ts';

/** Sends a prepared answer in the best encoding that the client accepts, or 304 when the client has it. */
export type SendPrepared = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PreparedAnswer,
) => FastifyReply | Promise<FastifyReply>;

// Browsers send few different headers. A client that invents them must not fill the memory.
const MAX_REMEMBERED = 200;

/** Whether the client has the answer already. A POST has no condition. */
function isKnown({ method, headers }: FastifyRequest, { etag }: PreparedAnswer): boolean {
  if (method === 'POST') return false;
  const tags = headers['if-none-match']?.split(',') ?? [];
  return tags.some((tag) => tag.trim() === etag || tag.trim() === '*');
}

/** Remembers the encoding for each header, because reading one takes longer than the rest of the answer. */
function createEncodingChoice(): (header: string) => Encoding {
  const negotiator = new Negotiator({ supportedValues: [...ENCODINGS] });
  const chosen = new Map<string, Encoding>();
  return (header) => {
    const known = chosen.get(header);
    if (known) return known;
    const wanted = negotiator.negotiate(header);
    const encoding = ENCODINGS.find((candidate) => candidate === wanted) ?? 'identity';
    if (chosen.size >= MAX_REMEMBERED) chosen.clear();
    chosen.set(header, encoding);
    return encoding;
  };
}

export function createSendPrepared(): SendPrepared {
  const chooseEncoding = createEncodingChoice();
  return (request, reply, answer) => {
    const { 'accept-encoding': accepted } = request.headers;
    const encoding = accepted === undefined ? 'identity' : chooseEncoding(accepted);
    reply.envelopeCode = codes.ok;
    reply.header('vary', 'accept-encoding');
    if (request.method !== 'POST') reply.headers({ etag: answer.etag, 'cache-control': 'no-cache' });
    if (isKnown(request, answer)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    reply.header('content-type', answer.type);
    const bytes = answer.bytes(encoding);
    return bytes instanceof Promise ? bytes.then((made) => reply.send(made)) : reply.send(bytes);
  };
}
