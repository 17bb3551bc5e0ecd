import type { Behaviour } from '../../../rpc/provider.ts';
import { honest } from '../../../rpc/provider.ts';
import { listRequests } from '../../../rpc/rpcProxy.ts';

/** A provider that answers 429 above this number of calls in a second; a batch counts each of its calls. */
export function limitsCalls(perSecond: number): Behaviour {
  let second = 0;
  let calls = 0;
  return async (exchange) => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, calls] = [now, 0];
    calls += listRequests(exchange.body).length;
    if (calls <= perSecond) return honest(exchange);
    const head = { status: 429, contentType: 'application/json', headers: { 'retry-after': '1' } };
    exchange.respond('{"error":"rate limit"}', head);
  };
}
