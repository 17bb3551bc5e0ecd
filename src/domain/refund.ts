import type { Hash } from 'viem';
import { parseAmount } from '#shared/amount.ts';
import { findHash } from '#shared/hash.ts';
import type { DeliveryReceipt, Payment, Shortfall } from './proof.ts';
import { readPayment } from './proof.ts';

/** The payment to the depositor that proves a refund. */
export type RefundDue = Payment & {
  /** The deposited amount. A larger payment is not a refund. */
  readonly deposited: bigint;
  /** The refund amount that the service states, after costs; null if it states none. */
  readonly stated: bigint | null;
};

export type RefundProof =
  | { readonly kind: 'proven'; readonly hash: Hash; readonly refunded: bigint }
  | { readonly kind: 'mismatch'; readonly hash: Hash; readonly shortfalls: readonly Shortfall[] }
  /** No refund yet, or no answer from the chain. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Compares a transaction on the origin chain with the expected refund. */
export function proveRefund(due: RefundDue, { hash, receipt }: { hash: Hash; receipt: DeliveryReceipt }): RefundProof {
  const { received, shortfalls } = readPayment(due, receipt);
  if (shortfalls.length > 0) return { kind: 'mismatch', hash, shortfalls };
  const amount = (expected: string): RefundProof => ({
    kind: 'mismatch',
    hash,
    shortfalls: [{ field: 'amount', expected, actual: `${received}` }],
  });
  if (received > due.deposited) return amount(`at most ${due.deposited}`);
  const least = due.stated ?? 1n;
  return received < least ? amount(`${least}`) : { kind: 'proven', hash, refunded: received };
}

const AMOUNT = /refund of (\d+(?:\.\d+)?)\s/i;

/** The reason of a failure message, without its part on the refund: the app reads the refund from the chain. */
export function failureReason(message: string): string {
  const [reason = ''] = message.split(/[.;] (?:the|its) refund\b/i);
  return reason.length < message.length ? `${reason}.` : message;
}

/**
 * Reads the refund hash and amount from the service's message, because the interface has no field for them. The hash is
 * a hint for the search; the amount is compared with the chain. A message without them is no error.
 */
export function readRefundClaim(message: string, decimals: number): { hash: Hash | null; amount: bigint | null } {
  const amount = parseAmount(AMOUNT.exec(message)?.[1] ?? '', decimals);
  return { hash: findHash(message), amount: amount.ok ? amount.amount : null };
}
