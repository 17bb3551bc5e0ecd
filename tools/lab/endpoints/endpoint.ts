import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

/** How an endpoint deviates from the truth. */
export type Deviation =
  // In the answer to one call. The chain did execute the call.
  | { readonly result: unknown }
  /** Changes a real result. An error stays as it is. */
  | { readonly change: (result: unknown) => unknown }
  /** With `when`, only if the real result matches. */
  | { readonly error: RpcError; readonly when?: (result: unknown) => boolean }
  // In the whole HTTP request, if any of its calls has this deviation.
  /** The chain never sees the request. */
  | 'drop'
  /** An HTTP answer that replaces the chain's. By default its body is a short text. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** The chain executes the request twice. */
  | 'duplicate'
  /** The chain executes the request, but the connection breaks before the answer. */
  | 'dropAnswer'
  /** The chain executes the request, but the answer never comes. */
  | 'hang'
  | { readonly delayMs: number }
  /** Only half of the answer arrives. */
  | 'truncate';

type RpcError = { readonly code: number; readonly message: string };

/**
 * Decides how the answer to a call deviates. A list applies in order; undefined means the truth.
 * @param place the call's index in its HTTP request, from 0
 */
export type Fault = (call: RpcCall, place: number) => Deviation | readonly Deviation[] | undefined;

/** The URL of a chain, or a function that answers instead. When that throws, the connection breaks. */
type Chain = string | ((call: RpcCall) => unknown);

/** What an endpoint has received since its counts were cleared. */
export type RpcCounts = {
  /** By method, counting each call of a batch. */
  readonly calls: ReadonlyMap<string, number>;
  readonly total: number;
  /** Calls refused with an HTTP status. The total includes them. */
  readonly refused: number;
};

/** A JSON-RPC endpoint in front of a chain. It starts honest. */
export type Endpoint = {
  readonly url: string;
  /** From now on answers with a fault, or honestly for null. */
  answer(fault: Fault | null): void;
  /** From now on serves another chain. */
  setChain(chain: Chain): void;
  counts(): RpcCounts;
  clear(): void;
  stop(): Promise<void>;
};

type Request = { readonly id: number; readonly method: string; readonly params?: readonly unknown[] };
type Answer = { readonly id: number; readonly result?: unknown; readonly error?: RpcError };

function listOf<Item>(value: Item | readonly Item[]): readonly Item[] {
  return Array.isArray(value) ? value : [value as Item];
}

async function readText(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

/** @returns the chain's parsed response */
async function askChain(chain: Chain, body: string): Promise<Answer | readonly Answer[]> {
  if (typeof chain === 'string') {
    const headers = { 'content-type': 'application/json' };
    return JSON.parse(await (await fetch(chain, { method: 'POST', headers, body })).text());
  }
  const requests: Request | Request[] = JSON.parse(body);
  const answer = async ({ id, method, params = [] }: Request) => {
    return { jsonrpc: '2.0', id, result: await chain({ method, params }) };
  };
  return Array.isArray(requests) ? Promise.all(requests.map(answer)) : answer(requests);
}

const having =
  <Key extends string>(key: Key) =>
  (deviation: Deviation): deviation is Extract<Deviation, Readonly<Record<Key, unknown>>> =>
    typeof deviation === 'object' && key in deviation;

function deviate(answer: Answer, deviation: Deviation): Answer {
  const head = { jsonrpc: '2.0', id: answer.id };
  if (having('result')(deviation)) return { ...head, result: deviation.result };
  if (having('change')(deviation)) {
    return answer.error ? answer : { ...head, result: deviation.change(answer.result) };
  }
  if (!having('error')(deviation) || deviation.when?.(answer.result) === false) return answer;
  return { ...head, error: deviation.error };
}

/** The real response to a request, and how each of its calls deviates. */
async function askWith(chain: Chain, body: string, deviations: readonly (readonly Deviation[])[]): Promise<string> {
  const ids = listOf<Request>(JSON.parse(body)).map(({ id }) => id);
  const change = (answer: Answer) => (deviations[ids.indexOf(answer.id)] ?? []).reduce(deviate, answer);
  const answers = await askChain(chain, body);
  return JSON.stringify(Array.isArray(answers) ? answers.map(change) : change(answers as Answer));
}

type Reply = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** @returns what goes over the wire, if anything */
async function decideReply(
  chain: Chain,
  body: string,
  deviations: readonly (readonly Deviation[])[],
): Promise<Reply | 'drop' | 'hang'> {
  const all = deviations.flat();
  if (all.includes('drop')) return 'drop';
  const refusal = all.find(having('status'));
  if (refusal) {
    const { status, headers, body: text = `HTTP ${status}` } = refusal;
    return { status, headers: { 'content-type': 'text/plain', ...headers }, body: text };
  }
  if (all.includes('duplicate')) await askChain(chain, body);
  const text = await askWith(chain, body, deviations);
  if (all.includes('dropAnswer')) return 'drop';
  if (all.includes('hang')) return 'hang';
  for (const { delayMs } of all.filter(having('delayMs'))) await sleep(delayMs, undefined, { ref: false });
  const sent = all.includes('truncate') ? text.slice(0, text.length / 2) : text;
  return { status: 200, headers: { 'content-type': 'application/json' }, body: sent };
}

/**
 * Starts a JSON-RPC endpoint in front of a chain.
 * @param address where to listen; by default any free port of 127.0.0.1
 */
export async function startEndpoint(
  firstChain: Chain,
  { host, port }: { readonly host: string; readonly port: number } = { host: '127.0.0.1', port: 0 },
): Promise<Endpoint> {
  let chain = firstChain;
  let fault: Fault | null = null;
  let calls = new Map<string, number>();
  let refused = 0;

  const receive = (body: string): Promise<Reply | 'drop' | 'hang'> => {
    const requests = listOf<Request>(JSON.parse(body));
    for (const { method } of requests) calls.set(method, (calls.get(method) ?? 0) + 1);
    const deviations = requests.map(({ method, params = [] }, place) =>
      listOf<Deviation>(fault?.({ method, params }, place) ?? []),
    );
    if (deviations.flat().some(having('status'))) refused += requests.length;
    return decideReply(chain, body, deviations);
  };
  const server = createServer(async (incoming, response) => {
    const reply = await readText(incoming)
      .then(receive)
      .catch(() => 'drop' as const);
    if (reply === 'drop') incoming.socket.destroy();
    else if (reply !== 'hang') response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the endpoint has no TCP port');

  return {
    url: `http://${host}:${address.port}`,
    answer: (next) => {
      fault = next;
    },
    setChain: (next) => {
      chain = next;
    },
    counts: () => {
      const total = [...calls.values()].reduce((sum, count) => sum + count, 0);
      return { calls: new Map(calls), total, refused };
    },
    clear: () => {
      calls = new Map();
      refused = 0;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
