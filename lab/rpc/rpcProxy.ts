import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';

export type RpcRequest = { readonly id: number; readonly method: string; readonly params?: readonly unknown[] };
export type RpcResponse = { readonly id: number; readonly result?: unknown; readonly error?: unknown };

export type ResponseHead = {
  readonly status: number;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** One HTTP request to the proxy. The handler may forward it, respond, drop the connection, or leave it open. */
export type RpcExchange = {
  readonly body: string;
  /** Sends the request to the chain. @returns the response body */
  forward(): Promise<string>;
  respond(body: string, head?: ResponseHead): void;
  drop(): void;
};

export type RpcProxy = { readonly url: string; stop(): Promise<void> };

const JSON_HEAD = { status: 200, contentType: 'application/json' };

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** Applies a change to a JSON-RPC body, which is one object or a batch. */
export function mapBody<Item>(body: string, change: (item: Item) => unknown): string {
  const parsed: Item | Item[] = JSON.parse(body);
  return JSON.stringify(Array.isArray(parsed) ? parsed.map(change) : change(parsed));
}

/** The requests of a JSON-RPC body, which is one request or a batch. */
export function listRequests(body: string): readonly RpcRequest[] {
  const parsed: RpcRequest | RpcRequest[] = JSON.parse(body);
  return Array.isArray(parsed) ? parsed : [parsed];
}

/**
 * Starts a JSON-RPC server in front of a chain. When the handler throws, the proxy drops the connection.
 * @param rpcUrl the chain's URL; a function is asked for each request
 * @param address where to listen; by default any free port of 127.0.0.1
 */
export async function startRpcProxy(
  rpcUrl: string | (() => string),
  handle: (exchange: RpcExchange) => Promise<void>,
  { host, port }: { readonly host: string; readonly port: number } = { host: '127.0.0.1', port: 0 },
): Promise<RpcProxy> {
  const server = createServer(async (request, response) => {
    const drop = () => {
      request.socket.destroy();
    };
    try {
      const body = await readBody(request);
      await handle({
        body,
        drop,
        forward: async () => {
          const headers = { 'content-type': 'application/json' };
          const url = typeof rpcUrl === 'string' ? rpcUrl : rpcUrl();
          return (await fetch(url, { method: 'POST', headers, body })).text();
        },
        respond: (text, { status, contentType, headers }: ResponseHead = JSON_HEAD) => {
          response.writeHead(status, { 'content-type': contentType, ...headers }).end(text);
        },
      });
    } catch {
      drop();
    }
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the RPC proxy has no TCP port');
  return {
    url: `http://${host}:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
