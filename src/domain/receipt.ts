import type { Receipt as Delivery } from '#shared/wire/receipt.ts';

/** What the transfer service answers about a deposit. */
export type Receipt =
  /** The service names a payout. It counts as delivered only after the destination chain shows the payout. */
  | { readonly kind: 'delivered'; readonly delivery: Delivery }
  /** `step` is the service's sentence about the current step, for people. */
  | { readonly kind: 'inProgress'; readonly step: string }
  /** The service could not deliver. `message` gives the reason and, where known, the refund. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The service has seen no deposit with this hash. */
  | { readonly kind: 'unknown' }
  /** The service gave no receipt, for a reason outside of the receipt codes. */
  | { readonly kind: 'refused'; readonly message: string };

/** A receipt other than a delivery. */
export type UndeliveredReceipt = Exclude<Receipt, { kind: 'delivered' }>;
