import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json } from '../../tools/lab/web/mutations.ts';

export type Operation = 'get_all_pair_infos' | 'get_build_tx' | 'get_receipt';

/** An answer that replaces the real service's. */
export type Reply =
  | { readonly kind: 'json'; readonly body: Json }
  | { readonly kind: 'http'; readonly status: number; readonly text: string }
  /** Leaves the connection open without sending a byte. */
  | { readonly kind: 'silence' };

/** Gets the request and the real answer. Null sends the real answer. */
export type Replacement = (asked: { readonly request: Json; readonly honest: Json }) => Reply | null;

export type HostileService = {
  readonly url: string;
  /** From now on replaces an operation's answers. */
  readonly replaceAnswers: (operation: Operation, replacement: Replacement) => void;
  /** Sends real answers again for all operations. */
  readonly answerHonestly: () => void;
  /** The number of requests for an operation so far. */
  readonly requestCount: (operation: Operation) => number;
  readonly close: () => Promise<void>;
};

const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'POST',
  'access-control-max-age': '600',
};
const KEPT_MS = 3_000;

type HonestAnswer = { readonly status: number; readonly honest: Json; readonly at: number };

/** Starts a proxy in front of the real service that can replace its answers. */
export async function startHostileService(serviceUrl: string): Promise<HostileService> {
  const prefix = new URL(serviceUrl).pathname;
  const replacements = new Map<string, Replacement>();
  const counts = new Map<string, number>();
  const builds = new Map<string, HonestAnswer>();

  /** Reuses a build for 3 s, because the page retries at once after a wrong answer. */
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
    const { operation, question } = await readQuestion(request, prefix);
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    // A service that implements only the specification has no get_receipts, so the page asks for each receipt.
    if (operation === 'get_receipts' && replacements.has('get_receipt')) {
      send(response, { kind: 'http', status: 404, text: '{}' });
      return;
    }
    const { status, honest } = await askHonestly(operation, question);
    const reply = replacements.get(operation)?.({ request: JSON.parse(question), honest });
    send(response, reply ?? { kind: 'http', status, text: JSON.stringify(honest) });
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    replaceAnswers: (operation, replacement) => void replacements.set(operation, replacement),
    answerHonestly: () => replacements.clear(),
    requestCount: (operation) => counts.get(operation) ?? 0,
    close: () => closeServer(server),
  };
}

/** The pairs can also be requested by GET, with parameters. */
async function readQuestion(request: IncomingMessage, prefix: string) {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
  const operation = pathname.slice(prefix.length + 1);
  if (request.method !== 'GET') return { operation, question: await text(request) };
  const body = {
    category: searchParams.get('category'),
    value_include_gas_fee: searchParams.get('value_include_gas_fee') === 'true',
  };
  return { operation: operation === 'pairs' ? 'get_all_pair_infos' : operation, question: JSON.stringify(body) };
}

function send(response: ServerResponse, reply: Reply): void {
  switch (reply.kind) {
    case 'json':
      sendText(response, 200, JSON.stringify(reply.body));
      break;
    case 'http':
      sendText(response, reply.status, reply.text);
      break;
    case 'silence':
      break;
  }
}

function sendText(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { ...CROSS_ORIGIN, 'content-type': 'application/json' }).end(body);
}

export async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
