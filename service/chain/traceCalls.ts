import type { Traces } from '../traces/traces.ts';
import type { RpcObserver } from './rpcObserver.ts';
import { classifyRpcError } from './rpcObserver.ts';

/**
 * Adds a span for each RPC call to an observer. The endpoint is its position in `rpcUrls`: even the host of a URL can be a key.
 * @param chainNames by chain id
 */
export function traceCalls(
  observer: RpcObserver,
  traces: Traces | null,
  chainNames: ReadonlyMap<number, string>,
): RpcObserver {
  if (!traces) return observer;
  return {
    ...observer,
    aroundCall: ({ chainId, rpc, method }, call) =>
      traces.within(
        {
          name: method,
          kind: 'client',
          attributes: {
            'rpc.system.name': 'jsonrpc',
            'rpc.method': method,
            'causeway.chain.id': chainId,
            'causeway.chain.name': chainNames.get(chainId) ?? String(chainId),
            'causeway.rpc.endpoint': rpc,
          },
          classify: (error) => classifyRpcError(error, method),
        },
        call,
      ),
  };
}
