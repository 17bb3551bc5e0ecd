import type { RpcExchange, RpcProxy, RpcResponse } from './rpcProxy.ts';
import { listRequests, mapBody, startRpcProxy } from './rpcProxy.ts';

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

/**
 * Decides the response to a call: a false result, a change of the true result, an error, a dropped or hanging connection, or
 * (undefined) the true response.
 */
export type Fault = (
  call: RpcCall,
) =>
  | { readonly result: unknown }
  | { readonly change: (result: unknown) => unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | 'drop'
  | 'hang'
  | undefined;

/** A JSON-RPC proxy whose faults a test sets. */
export type FaultyRpc = RpcProxy & {
  setFault(fault: Fault): void;
  /** Forwards to another chain from now on. */
  setChain(rpcUrl: string): void;
};

/** Answers a request as a fault decides. The chain executes every call; a fault affects only the response. */
export async function answerWithFault(
  { body, forward, respond, drop }: RpcExchange,
  decideFault: Fault,
): Promise<void> {
  const response = await forward();
  const calls = listRequests(body);
  const faults = calls.map(({ method, params = [] }) => decideFault({ method, params }));
  if (faults.includes('drop')) return drop();
  if (faults.includes('hang')) return;
  respond(
    mapBody(response, (answer: RpcResponse) => {
      const fault = faults[calls.findIndex(({ id }) => id === answer.id)];
      if (typeof fault !== 'object') return answer;
      if ('change' in fault) return { ...answer, result: fault.change(answer.result) };
      return { jsonrpc: '2.0', id: answer.id, ...fault };
    }),
  );
}

export async function startFaultyRpc(rpcUrl: string): Promise<FaultyRpc> {
  let decideFault: Fault = () => undefined;
  let chainUrl = rpcUrl;
  const proxy = await startRpcProxy(
    () => chainUrl,
    (exchange) => answerWithFault(exchange, decideFault),
  );
  return {
    ...proxy,
    setFault: (fault) => {
      decideFault = fault;
    },
    setChain: (next) => {
      chainUrl = next;
    },
  };
}
