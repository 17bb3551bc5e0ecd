import { BaseError, TimeoutError } from 'viem';
import { isRateLimit } from './rateLimit.ts';

// Providers refuse large answers in many words and codes ("query returned more than 10000 results"), so every error that the
// endpoint itself returns counts. viem refuses a response above 10 MiB. Lost connections do not count: a smaller range would
// not help.
const REFUSALS: ReadonlySet<string> = new Set(['RpcRequestError', 'ResponseBodyTooLargeError']);

/** Returns whether the endpoint may answer the same request for fewer blocks. After a rate limit it needs time, not size. */
export function isRangeRefusal(error: unknown): boolean {
  if (!(error instanceof BaseError) || isRateLimit(error)) return false;
  return error.walk((cause) => cause instanceof Error && REFUSALS.has(cause.name)) !== null;
}

/** Whether the endpoint gave no answer in time. A large answer takes longer than a small one. */
export function isTimeout(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof TimeoutError) !== null;
}
