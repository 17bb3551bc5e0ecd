import type { HttpServer } from '../httpServer.ts';
import { prepareJson } from '../preparedAnswer.ts';
import type { SendPrepared } from '../sendPrepared.ts';
import { createOpenApi } from './createOpenApi.ts';

/** The document's place below the prefix. The server has it at its root too, where its first version was. */
const OPENAPI_PATH = '/openapi.json';

export function openApiPaths(prefix: string): readonly string[] {
  return [...new Set([OPENAPI_PATH, prefix + OPENAPI_PATH])];
}

/** Serves the OpenAPI document, its bytes prepared in each encoding, with an ETag. */
export function serveOpenApi(server: HttpServer, prefix: string, sendPrepared: SendPrepared): void {
  const document = prepareJson(createOpenApi(prefix));
  for (const path of openApiPaths(prefix)) {
    server.get(path, async (request, reply) => sendPrepared(request, reply, document));
  }
}
