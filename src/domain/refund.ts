import type { Hash } from 'viem';
import { parseAmount } from '#shared/amount.ts';
import { findHash } from '#shared/hash.ts';
import type { DeliveryReceipt, Payment, Shortfall } from './proof.ts';
import { readPayment } from './proof.ts';

/** What must be found on the origin chain for a transfer to count as refunded: the deposit, back where it came from. */
export type RefundDue = Payment & {
  /** What was deposited: more than that is no refund of it. */
  readonly deposited: bigint;
  /** What the service says that it gives back, once its cost is off; null where it names no amount. */
  readonly stated: bigint | null;
};

export type RefundProof =
  | { readonly kind: 'proven'; readonly hash: Hash; readonly refunded: bigint }
  | { readonly kind: 'mismatch'; readonly hash: Hash; readonly shortfalls: readonly Shortfall[] }
  /** Not there yet, or the chain could not be asked. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Compares what a transaction of the origin chain did with the refund that is due. */
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

/** Why it was not delivered, without what the same sentence says of the refund: that is for the chain to tell. */
export function failureReason(message: string): string {
  const [reason = ''] = message.split(/[.;] (?:the|its) refund\b/i);
  return reason.length < message.length ? `${reason}.` : message;
}

/**
 * What a service says of a refund in its sentence: the interface has no field for it. Only ever a hint where to look and
 * a figure to hold the chain against; what it leaves out is looked for without it.
 */
export function readRefundClaim(message: string, decimals: number): { hash: Hash | null; amount: bigint | null } {
  const amount = parseAmount(AMOUNT.exec(message)?.[1] ?? '', decimals);
  return { hash: findHash(message), amount: amount.ok ? amount.amount : null };
}
