import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Readable } from 'node:stream';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

function report(what: string, error: unknown): void {
  console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`);
}

/** A status can go out only while no header has. Afterwards a closed connection is the only way to say that it failed. */
function endFailed(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // A newer build has removed the file while the handler looked at it.
  const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  response.writeHead(isGone ? 503 : 500, { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' });
  response.end('The server failed on this request. Try again in a minute.\n');
}

/**
 * Creates a server that outlives each of its requests: an error that a handler throws, or a file that fails while it is sent, ends
 * only that request. Node would end the process, and with it everything else that runs there.
 */
export function createGuardedServer(handle: Handle): Server {
  const server = createServer((request, response) => {
    const fail = (error: unknown) => {
      report(`Request failed, ${request.method} ${JSON.stringify(request.url)}`, error);
      endFailed(response, error);
    };
    response.on('error', fail);
    // A package opens its files by itself. This event is the only way to their streams.
    response.on('pipe', (file: Readable) => {
      file.on('error', fail);
      // A pipe leaves its file open when the client goes away, until no file can be opened any more.
      response.once('close', () => file.destroy());
    });
    try {
      handle(request, response);
    } catch (error) {
      fail(error);
    }
  });
  // The caller handles a failure to listen. Later errors are connections that cannot be accepted.
  server.once('listening', () => server.on('error', (error) => report('Connection not accepted', error)));
  return server;
}
