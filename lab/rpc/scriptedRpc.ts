import type { RpcCall } from './faultyRpc.ts';
import type { RpcProxy, RpcRequest } from './rpcProxy.ts';
import { mapBody, startRpcProxy } from './rpcProxy.ts';

/** Starts a JSON-RPC server without a chain. It drops the connection when `answer` throws, and hangs when a call has no answer. */
export function startScriptedRpc(answer: (call: RpcCall) => unknown): Promise<RpcProxy> {
  return startRpcProxy('', async ({ body, respond }) => {
    let isHanging = false;
    const text = mapBody(body, ({ id, method, params = [] }: RpcRequest) => {
      const result = answer({ method, params });
      isHanging ||= result === undefined;
      return { jsonrpc: '2.0', id, result };
    });
    if (!isHanging) respond(text);
  });
}
