import type { Hash } from 'viem';
import type { ProofGap, Shortfall } from '#shared/payment.ts';

/** What the origin chain shows of a refund: a payment to the depositor with the deposit's id. */
export type RefundProof =
  | { readonly kind: 'proven'; readonly hash: Hash; readonly refunded: bigint }
  | { readonly kind: 'mismatch'; readonly hash: Hash; readonly shortfalls: readonly Shortfall[] }
  /** No refund yet, or no answer from the chain. */
  | { readonly kind: 'unknown'; readonly gap: ProofGap };
