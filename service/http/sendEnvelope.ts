import type { FastifyReply } from 'fastify';
import type { Envelope } from '#shared/wire/envelope.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface extends the one of Fastify
  interface FastifyReply {
    /** The code in the envelope of the answer; null for an answer whose code is its HTTP status. */
    envelopeCode: number | null;
  }
}

/** Sends an envelope as JSON. The text spares Fastify the choice of a serializer. */
export function sendEnvelope(reply: FastifyReply, envelope: Envelope<unknown>): FastifyReply {
  reply.envelopeCode = envelope.status.code;
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(envelope));
}
