import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json } from '../../lab/web/mutations.ts';

export type Operation = 'get_all_pair_infos' | 'get_build_tx' | 'get_receipt';

/** What comes back instead of the service's own answer. */
export type Reply =
  | { readonly kind: 'json'; readonly body: Json }
  | { readonly kind: 'http'; readonly status: number; readonly text: string; readonly retryAfterSeconds?: number }
  /** So many bytes of a list that might become an answer. */
  | { readonly kind: 'huge'; readonly bytes: number }
  /** Bytes now and then, for as long as anybody listens. */
  | { readonly kind: 'endless' }
  /** A connection that stays open, and nothing on it. */
  | { readonly kind: 'silence' };

/** Sees the question and the honest answer; null passes the honest answer on. */
export type Treatment = (asked: { readonly request: Json; readonly honest: Json }) => Reply | null;

export type HostileService = {
  readonly url: string;
  /** How an operation is answered from now on. */
  readonly treat: (operation: Operation, treatment: Treatment) => void;
  /** The service is itself again. */
  readonly repent: () => void;
  /** How often an operation was asked. */
  readonly asked: (operation: Operation) => number;
  readonly close: () => Promise<void>;
};

const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'POST',
  'access-control-expose-headers': 'retry-after',
  'access-control-max-age': '600',
};
const TRICKLE_MS = 200;
const KEPT_MS = 3_000;

type HonestAnswer = { readonly status: number; readonly honest: Json; readonly at: number };

/** A proxy in front of the real service, which tells the page what the test wants it to hear. */
export async function startHostileService(serviceUrl: string): Promise<HostileService> {
  const prefix = new URL(serviceUrl).pathname;
  const treatments = new Map<string, Treatment>();
  const counts = new Map<string, number>();
  const builds = new Map<string, HonestAnswer>();

  /** A page that is lied to asks for the same build again at once: the real service need not make it anew. */
  async function askHonestly(operation: string, question: string): Promise<HonestAnswer> {
    const key = `${operation} ${question}`;
    const kept = builds.get(key);
    if (kept && Date.now() - kept.at < KEPT_MS) return kept;
    const answer = await fetch(`${serviceUrl}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: question,
    });
    const honest: HonestAnswer = { status: answer.status, honest: JSON.parse(await answer.text()), at: Date.now() };
    if (operation === 'get_build_tx') builds.set(key, honest);
    return honest;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CROSS_ORIGIN).end();
      return;
    }
    const operation = (request.url ?? '').slice(prefix.length + 1);
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    const question = await text(request);
    const { status, honest } = await askHonestly(operation, question);
    const reply = treatments.get(operation)?.({ request: JSON.parse(question), honest });
    send(response, reply ?? { kind: 'http', status, text: JSON.stringify(honest) });
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    treat: (operation, treatment) => void treatments.set(operation, treatment),
    repent: () => treatments.clear(),
    asked: (operation) => counts.get(operation) ?? 0,
    close: () => closeServer(server),
  };
}

function send(response: ServerResponse, reply: Reply): void {
  switch (reply.kind) {
    case 'json':
      sendText(response, 200, JSON.stringify(reply.body));
      break;
    case 'http':
      if (reply.retryAfterSeconds !== undefined) response.setHeader('retry-after', reply.retryAfterSeconds);
      sendText(response, reply.status, reply.text);
      break;
    case 'huge':
      sendText(response, 200, `{"data":{"pair_infos":["${'x'.repeat(reply.bytes)}"]},"status":`);
      break;
    case 'endless':
      trickle(response);
      break;
    case 'silence':
      break;
  }
}

function sendText(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { ...CROSS_ORIGIN, 'content-type': 'application/json' }).end(body);
}

function trickle(response: ServerResponse): void {
  response.writeHead(200, { ...CROSS_ORIGIN, 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), TRICKLE_MS);
  response.on('close', () => clearInterval(timer));
}

export async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
