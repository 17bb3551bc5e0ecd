import type { Hash } from 'viem';
import type { DeliveryReceipt, Payment, ProofGap, Shortfall } from '#client/proof.ts';
import { readPayment } from '#client/proof.ts';

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
  | { readonly kind: 'unknown'; readonly gap: ProofGap };

/** Compares a transaction on the origin chain with the expected refund. */
export function proveRefund(due: RefundDue, { hash, receipt }: { hash: Hash; receipt: DeliveryReceipt }): RefundProof {
  const { received, shortfalls } = readPayment(due, receipt);
  if (shortfalls.length > 0) return { kind: 'mismatch', hash, shortfalls };
  const wrong = (field: 'amount' | 'amountAtMost', expected: bigint): RefundProof => ({
    kind: 'mismatch',
    hash,
    shortfalls: [{ field, expected: `${expected}`, actual: `${received}` }],
  });
  if (received > due.deposited) return wrong('amountAtMost', due.deposited);
  const least = due.stated ?? 1n;
  return received < least ? wrong('amount', least) : { kind: 'proven', hash, refunded: received };
}
