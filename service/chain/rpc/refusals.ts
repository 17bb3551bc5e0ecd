import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  HttpRequestError,
  RpcRequestError,
  TimeoutError,
} from 'viem';
import { OperatorError } from '../../boot/operatorError.ts';

/** Thrown when the configuration, the database and the chain contradict each other. */
export class WrongChain extends OperatorError {
  readonly code = 'WRONG_CHAIN';
}

// HTTP's status, EIP-1474's code, and a code that some providers use.
const RATE_LIMIT_CODES: readonly number[] = [429, -32_005, -32_007];
// Providers use the same code for a query with too many results, which waiting doesn't make smaller.
const AMBIGUOUS_CODE = -32_005;
const TOO_MANY_RESULTS = /result|returned|response|block|range|logs|size|large/i;
const TOO_MANY_CALLS = /\brate\b|per second|throughput|compute units/i;

function findCause<T extends Error>(error: unknown, is: (candidate: unknown) => candidate is T): T | null {
  if (is(error)) return error;
  const found: unknown = error instanceof BaseError ? error.walk(is) : null;
  return is(found) ? found : null;
}

type RpcCode = { readonly code: number; readonly message: string };

/** Whether an endpoint's error says that it received too many calls. */
function isRateLimitCode({ code, message }: RpcCode): boolean {
  if (!RATE_LIMIT_CODES.includes(code)) return false;
  return code !== AMBIGUOUS_CODE || TOO_MANY_CALLS.test(message) || !TOO_MANY_RESULTS.test(message);
}

const isHttpError = (error: unknown): error is HttpRequestError => error instanceof HttpRequestError;
const isRpcError = (error: unknown): error is RpcRequestError => error instanceof RpcRequestError;

/** Whether an endpoint has refused a call because it received too many. The same call can succeed later. */
export function isRateLimit(error: unknown): boolean {
  if (findCause(error, isHttpError)?.status === 429) return true;
  const rpc = findCause(error, isRpcError);
  return rpc !== null && isRateLimitCode({ code: rpc.code, message: rpc.details });
}

/** The pause an endpoint asks for: `Retry-After` in seconds or as a date; null if it names none. */
export function readRetryAfterMs(error: unknown, now: Date): number | null {
  const text = findCause(error, isHttpError)?.headers?.get('retry-after');
  if (text === null || text === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

// Providers refuse large answers with many messages and codes ("query returned more than 10000 results"), so every
// error the endpoint itself returns counts. viem refuses a response above 10 MiB. Lost connections don't count: a
// smaller range wouldn't help.
const REFUSALS: ReadonlySet<string> = new Set(['RpcRequestError', 'ResponseBodyTooLargeError']);

/**
 * Returns whether the endpoint may answer the same request for fewer blocks. After a rate limit it needs time, not a
 * smaller request.
 */
export function isRangeRefusal(error: unknown): boolean {
  if (!(error instanceof BaseError) || isRateLimit(error)) return false;
  return error.walk((cause) => cause instanceof Error && REFUSALS.has(cause.name)) !== null;
}

/** Whether a contract itself refused a call: it reverted, or lacks the function. */
export function isRefusedByContract(error: unknown): boolean {
  const isRefusal = (cause: unknown) =>
    cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError;
  return error instanceof BaseError && error.walk(isRefusal) !== null;
}

/** Whether the endpoint gave no answer in time. A large answer takes longer than a small one. */
export function isTimeout(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof TimeoutError) !== null;
}
