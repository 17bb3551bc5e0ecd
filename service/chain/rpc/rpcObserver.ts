import type { CustomTransport } from 'viem';
import { BaseError, HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem';
import { isRateLimit } from './refusals.ts';

/** How a call to an RPC can fail. */
export const RPC_ERROR_CLASSES = [
  'timeout',
  /** The connection failed or broke. */
  'connection',
  'rate_limited',
  'http_4xx',
  'http_5xx',
  /** A JSON-RPC error about the RPC, not about the request. */
  'rpc_error',
  /** The answer is not JSON-RPC. */
  'malformed',
  /** The RPC rejected a transaction or its simulation. The transaction is at fault, not the RPC. */
  'refused',
  /** The RPC's answers contradict each other. */
  'inconsistent',
] as const;

export type RpcErrorClass = (typeof RPC_ERROR_CLASSES)[number];

export type RpcObserver = {
  /**
   * @param rpc the position in the chain's `rpcUrls`, from 1;
   * @param failure null after a success
   */
  onCall(call: { chainId: number; rpc: number; seconds: number; failure: RpcErrorClass | null }): void;
  onContradiction(chainId: number): void;
  /** Whether a provider's answer was the one its quorum agreed on. */
  onOutcome(outcome: { chainId: number; rpc: number; outcome: ProviderOutcome }): void;
  /** @param head.time the timestamp of the provider's newest block, in Unix seconds */
  onHead(head: { chainId: number; rpc: number; time: bigint }): void;
  /** A provider serves another chain, or has contradicted the others too often for a reorg. Called once per series. */
  onSuspect(suspect: ProviderSuspect): void;
  /** Runs each call. Without it, the calls simply run. */
  readonly aroundCall?: AroundCall;
};

export type AroundCall = <T>(
  call: { readonly chainId: number; readonly rpc: number; readonly method: string },
  work: () => Promise<T>,
) => Promise<T>;

export type ProviderOutcome = 'agreed' | 'disagreed' | 'failed';

export type ProviderSuspect = {
  readonly chainId: number;
  readonly rpc: number;
  readonly problem: 'foreign' | 'disagrees';
  readonly detail: string;
};

export const SILENT_OBSERVER: RpcObserver = {
  onCall: () => {},
  onContradiction: () => {},
  onOutcome: () => {},
  onHead: () => {},
  onSuspect: () => {},
};

const INTERNAL_ERROR = -32603;
const TRANSACTION_METHODS = ['eth_sendRawTransaction', 'eth_call', 'eth_estimateGas'];

function classifyStatus(status: number | undefined): RpcErrorClass {
  if (status === undefined) return 'connection';
  if (status >= 500) return 'http_5xx';
  return status >= 400 ? 'http_4xx' : 'malformed';
}

export function classifyRpcError(error: unknown, method: string): RpcErrorClass {
  const all =
    error instanceof BaseError ? error : new BaseError('', { cause: error instanceof Error ? error : undefined });
  const find = <T>(is: (candidate: unknown) => candidate is T): T | null => {
    const found: unknown = all.walk(is);
    return is(found) ? found : null;
  };
  if (find((candidate) => candidate instanceof TimeoutError)) return 'timeout';
  if (find((candidate) => candidate instanceof SyntaxError || candidate instanceof ResponseBodyTooLargeError)) {
    return 'malformed';
  }
  if (isRateLimit(error)) return 'rate_limited';
  const http = find((candidate) => candidate instanceof HttpRequestError);
  if (http) return classifyStatus(http.status);
  const rpc = find((candidate) => candidate instanceof RpcRequestError);
  if (!rpc) return 'malformed';
  return TRANSACTION_METHODS.includes(method) && rpc.code !== INTERNAL_ERROR ? 'refused' : 'rpc_error';
}

/** Reports every call's outcome to an observer. */
export function observeTransport(
  transport: CustomTransport,
  { chainId, rpc, observer }: { readonly chainId: number; readonly rpc: number; readonly observer: RpcObserver },
): CustomTransport {
  return (options) => {
    const inner = transport(options);
    const observe = async <T>(method: string, work: () => Promise<T>): Promise<T> => {
      const start = performance.now();
      const report = (failure: RpcErrorClass | null) =>
        observer.onCall({ chainId, rpc, seconds: (performance.now() - start) / 1000, failure });
      try {
        const answer = await work();
        report(null);
        return answer;
      } catch (error) {
        report(classifyRpcError(error, method));
        throw error;
      }
    };
    const { aroundCall } = observer;
    if (!aroundCall) {
      return { ...inner, request: (call, settings) => observe(call.method, () => inner.request(call, settings)) };
    }
    return {
      ...inner,
      request: (call, settings) =>
        aroundCall({ chainId, rpc, method: call.method }, () =>
          observe(call.method, () => inner.request(call, settings)),
        ),
    };
  };
}
