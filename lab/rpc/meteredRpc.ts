import type { RpcProxy } from './rpcProxy.ts';
import { listRequests, startRpcProxy } from './rpcProxy.ts';

/** What the proxy has received since its counts were cleared. */
export type RpcCounts = {
  /** The calls by method; each call of a batch counts. */
  readonly calls: ReadonlyMap<string, number>;
  readonly total: number;
  /** The calls that were refused, which are part of the total. */
  readonly refused: number;
};

/** A JSON-RPC proxy that counts calls and limits their rate, like a provider. */
export type MeteredRpc = RpcProxy & {
  counts(): RpcCounts;
  clear(): void;
  /** Answers so many calls in each second, and 429 to the others; null answers all. */
  limit(perSecond: number | null): void;
};

const TOO_MANY = { status: 429, contentType: 'text/plain', headers: { 'retry-after': '1' } };

export async function startMeteredRpc(rpcUrl: string): Promise<MeteredRpc> {
  let calls = new Map<string, number>();
  let refused = 0;
  let perSecond: number | null = null;
  let current = { second: 0, answered: 0 };

  /** Whether the provider answers this many calls now. */
  const admits = (count: number): boolean => {
    const second = Math.floor(performance.now() / 1000);
    if (second !== current.second) current = { second, answered: 0 };
    if (perSecond !== null && current.answered + count > perSecond) return false;
    current.answered += count;
    return true;
  };

  const proxy = await startRpcProxy(rpcUrl, async ({ body, forward, respond }) => {
    const requests = listRequests(body);
    for (const { method } of requests) calls.set(method, (calls.get(method) ?? 0) + 1);
    if (admits(requests.length)) return respond(await forward());
    refused += requests.length;
    respond('Too many requests', TOO_MANY);
  });
  return {
    ...proxy,
    counts: () => {
      const total = [...calls.values()].reduce((sum, count) => sum + count, 0);
      return { calls: new Map(calls), total, refused };
    },
    clear: () => {
      calls = new Map();
      refused = 0;
    },
    limit: (limit) => {
      perSecond = limit;
    },
  };
}
