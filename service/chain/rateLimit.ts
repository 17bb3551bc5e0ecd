import { BaseError, HttpRequestError, RpcRequestError } from 'viem';

// HTTP's number, EIP-1474's code, and a code of some providers.
const RATE_LIMIT_CODES: readonly number[] = [429, -32_005, -32_007];
// Providers use the same code for a query with too many results, which no pause makes smaller.
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

/** The pause that an endpoint asks for: `Retry-After` in seconds or as a date; null when it names none. */
export function readRetryAfterMs(error: unknown, now: Date): number | null {
  const text = findCause(error, isHttpError)?.headers?.get('retry-after');
  if (text === null || text === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
