import type { HttpTransport } from 'viem';
import { BaseError, HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem';

/** What can be wrong with an RPC. */
export const RPC_ERROR_CLASSES = [
  'timeout',
  /** No connection, or one that broke. */
  'connection',
  'rate_limited',
  'http_4xx',
  'http_5xx',
  /** A JSON-RPC error that is no answer to what was asked. */
  'rpc_error',
  /** It answered, but not in JSON-RPC. */
  'malformed',
  /** It answered a transaction or a trial of one with a refusal: that is its word on the transaction, not a fault of its own. */
  'refused',
  /** Its answers contradict one another. */
  'inconsistent',
] as const;

export type RpcErrorClass = (typeof RPC_ERROR_CLASSES)[number];

export type RpcObserver = {
  /** @param rpc its place among the chain's `rpcUrls`, from 1; @param failure null where it answered */
  onCall(call: { chainId: number; rpc: number; seconds: number; failure: RpcErrorClass | null }): void;
  onContradiction(chainId: number): void;
};

export const SILENT_OBSERVER: RpcObserver = { onCall: () => {}, onContradiction: () => {} };

// Too many requests, by HTTP's number, by EIP-1474 and by what some providers use instead.
const RATE_LIMIT_CODES = [429, -32005, -32007];
const INTERNAL_ERROR = -32603;
const TRIALS = ['eth_sendRawTransaction', 'eth_call', 'eth_estimateGas'];

function classifyStatus(status: number | undefined): RpcErrorClass {
  if (status === undefined) return 'connection';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'http_5xx';
  return status >= 400 ? 'http_4xx' : 'malformed';
}

/** Which kind of failure an error of a call is. */
function classifyRpcError(error: unknown, method: string): RpcErrorClass {
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
  const http = find((candidate) => candidate instanceof HttpRequestError);
  if (http) return classifyStatus(http.status);
  const rpc = find((candidate) => candidate instanceof RpcRequestError);
  if (!rpc) return 'malformed';
  if (RATE_LIMIT_CODES.includes(rpc.code)) return 'rate_limited';
  return TRIALS.includes(method) && rpc.code !== INTERNAL_ERROR ? 'refused' : 'rpc_error';
}

/** Tells an observer how every call over a transport ended, after its own retries. */
export function observeTransport(
  transport: HttpTransport,
  { chainId, rpc, observer }: { readonly chainId: number; readonly rpc: number; readonly observer: RpcObserver },
): HttpTransport {
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
    return { ...inner, request: (call, settings) => observe(call.method, () => inner.request(call, settings)) };
  };
}
