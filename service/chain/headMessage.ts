import type { Hash } from 'viem';
import { isHash } from 'viem';

/** What an endpoint says about a subscription to new blocks. */
export type HeadMessage =
  | { readonly kind: 'subscribed'; readonly subscription: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'head'; readonly subscription: string; readonly hash: Hash }
  | { readonly kind: 'other' };

const OTHER = { kind: 'other' } as const;

function readField(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined;
  return Reflect.get(value, field);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param requestId the id of the request that asked for the subscription */
export function readHeadMessage(text: string, requestId: number): HeadMessage {
  const message = parse(text);
  if (readField(message, 'id') === requestId) {
    const result = readField(message, 'result');
    return typeof result === 'string' ? { kind: 'subscribed', subscription: result } : { kind: 'refused' };
  }
  if (readField(message, 'method') !== 'eth_subscription') return OTHER;
  const params = readField(message, 'params');
  const subscription = readField(params, 'subscription');
  const hash = readField(readField(params, 'result'), 'hash');
  if (typeof subscription !== 'string' || typeof hash !== 'string') return OTHER;
  // Nodes write hexadecimal digits in either case.
  const lower = hash.toLowerCase();
  return isHash(lower) ? { kind: 'head', subscription, hash: lower } : OTHER;
}
