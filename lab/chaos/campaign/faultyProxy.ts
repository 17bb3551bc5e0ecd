import type { Falsify } from '../../rpc/provider.ts';
import type { RpcProxy, RpcResponse } from '../../rpc/rpcProxy.ts';
import { listRequests, mapBody, startRpcProxy } from '../../rpc/rpcProxy.ts';
import type { Random } from './random.ts';
import type { RequestFault, RpcFault } from './rpcFaults.ts';
import { REQUEST_FAULTS, RESPONSE_FAULTS } from './rpcFaults.ts';

// Longer than the service's RPC timeout.
const DELAY_MS = 5000;
const TOO_MANY = { status: 429, contentType: 'text/plain', headers: { 'retry-after': '1' } };

/** A JSON-RPC proxy in front of a chain with random faults. It starts without faults. */
export type FaultyProxy = RpcProxy & {
  /** How often each fault occurred. */
  readonly counts: ReadonlyMap<RpcFault, number>;
  enableFaults(isEnabled: boolean): void;
  /** Changes every answer from now on; null ends that. */
  lie(falsify: Falsify | null): void;
};

export async function startFaultyProxy(rpcUrl: string, random: Random): Promise<FaultyProxy> {
  const counts = new Map<RpcFault, number>();
  let isEnabled = false;
  let lie: Falsify | null = null;
  const occurs = (fault: RpcFault, probability: number) => {
    const hasOccurred = random.chance(probability) && isEnabled;
    if (hasOccurred) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    return hasOccurred;
  };
  const occursFor = (fault: RequestFault) => occurs(fault, REQUEST_FAULTS[fault]);

  const falsify = (method: string, answer: RpcResponse): RpcResponse => {
    const { result } = answer;
    if (result === null || result === undefined) return answer;
    for (const { fault, probability, ...candidate } of RESPONSE_FAULTS) {
      // Only the provider that lies forges: two that forge alike would agree.
      if (candidate.method !== method || (fault.startsWith('forged') && lie === null)) continue;
      const falsified = candidate.falsify(result);
      // An unchanged result is no fault and does not count.
      if (falsified !== result && occurs(fault, probability)) return { ...answer, result: falsified };
    }
    return answer;
  };

  const proxy = await startRpcProxy(rpcUrl, async ({ body, forward, respond, drop }) => {
    if (occursFor('dropped')) return drop();
    if (occursFor('rateLimited')) return respond('Too many requests', TOO_MANY);
    if (occursFor('badGateway')) return respond('<h1>502</h1>', { status: 502, contentType: 'text/html' });
    if (occursFor('duplicated')) await forward();
    const requests = listRequests(body);
    const text = mapBody(await forward(), (answer: RpcResponse) => {
      const request = requests.find(({ id }) => id === answer.id);
      if (!request) return answer;
      return falsify(request.method, lie?.(request, answer) ?? answer);
    });
    if (occursFor('answerDropped')) return drop();
    if (occursFor('delayed')) await new Promise((resolve) => setTimeout(resolve, DELAY_MS).unref());
    respond(occursFor('truncated') ? text.slice(0, text.length / 2) : text);
  });
  return {
    ...proxy,
    counts,
    lie: (next) => {
      lie = next;
    },
    enableFaults: (next) => {
      isEnabled = next;
    },
  };
}
