import type { Hash } from 'viem';
import type { Amount } from '../shared/amount.ts';
import type { ReasonCode, Step } from '../shared/wire/reasons.ts';
import type { Receipt as Delivery } from '../shared/wire/receipt.ts';

/** How many confirmations a transaction has and needs. */
export type Confirmations = { readonly seen: number; readonly needed: number };

/**
 * What the service states about a refund. The hash is a hint for the search, and the amount is compared with the chain.
 * Both are null if the service states none.
 */
export type RefundClaim = { readonly hash: Hash | null; readonly amount: Amount | null };

export const NO_CLAIM: RefundClaim = { hash: null, amount: null };

/** A transfer's state according to the service. The codes are null if it sends none; the sentence is for people. */
export type StatusReport = { readonly step: Step | null; readonly reason: ReasonCode | null; readonly message: string };

/** What the transfer service answers about a deposit. */
export type Receipt =
  /** The service names a payout. It counts as delivered only after the destination chain shows the payout. */
  | { readonly kind: 'delivered'; readonly delivery: Delivery }
  | {
      readonly kind: 'inProgress';
      readonly report: StatusReport;
      readonly confirmations: Confirmations | null;
      /** The service names a step that this version of the app does not know. */
      readonly hasNewStep?: true;
    }
  /** The service could not deliver. */
  | { readonly kind: 'failed'; readonly report: StatusReport; readonly claim: RefundClaim }
  /** The service has seen no deposit with this hash. */
  | { readonly kind: 'unknown' }
  /** The service gave no receipt, for a reason outside the receipt codes. */
  | { readonly kind: 'refused'; readonly message: string };
