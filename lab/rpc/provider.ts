import type { RpcExchange, RpcProxy, RpcRequest, RpcResponse } from './rpcProxy.ts';
import { listRequests, mapBody, startRpcProxy } from './rpcProxy.ts';

/** How a provider answers one HTTP request. */
export type Behaviour = (exchange: RpcExchange) => Promise<void>;

/** An RPC provider whose behaviour a test changes while it runs. It starts honest. */
export type Provider = RpcProxy & {
  behave(behaviour: Behaviour): void;
  /** How many calls it received; a batch counts each of its calls. */
  calls(): number;
};

/** The answer to a call: the given one, or another. */
export type Falsify = (request: RpcRequest, answer: RpcResponse) => RpcResponse;

export const honest: Behaviour = async ({ forward, respond }) => respond(await forward());

/** A provider that answers each call as the chain does, and then changes the answer. */
export function liesAbout(falsify: Falsify): Behaviour {
  return async ({ body, forward, respond }) => {
    const requests = listRequests(body);
    respond(
      mapBody(await forward(), (answer: RpcResponse) => {
        const request = requests.find(({ id }) => id === answer.id);
        return request ? falsify(request, answer) : answer;
      }),
    );
  };
}

export async function startProvider(rpcUrl: string): Promise<Provider> {
  let current = honest;
  let calls = 0;
  const proxy = await startRpcProxy(rpcUrl, async (exchange) => {
    calls += listRequests(exchange.body).length;
    await current(exchange);
  });
  return {
    ...proxy,
    behave: (behaviour) => {
      current = behaviour;
    },
    calls: () => calls,
  };
}
