/** A transfer's state, for `status.details.step`. */
export const STEPS = [
  'seen',
  'confirming',
  'waiting_for_funds',
  'signing',
  'sent',
  'paused',
  'held',
  'refunding',
  'refunded',
  'closed',
] as const;

export type Step = (typeof STEPS)[number];

/** Why a request is refused, or a transfer waits, is held or is refunded: the closed list of `status.details.reason`. */
export const REASON_CODES = [
  'already_paid',
  'amount_not_received',
  'amount_out_of_range',
  'chain_disabled',
  'chain_unavailable',
  'check_pending',
  'deposit_unconfirmed',
  'destination_unknown',
  'deposit_used_up',
  'exposure_limit',
  'fees_below_minimum',
  'fees_unknown',
  'funds_short',
  'gas_above_fee',
  'gas_drop_refused',
  'gas_funds_short',
  'hash_invalid',
  'operator_cancelled',
  'operator_refund',
  'operator_review',
  'pair_not_offered',
  'paused',
  'payment_differs',
  'payment_unconfirmed',
  'payment_would_fail',
  'payout_reverted',
  'providers_disagree',
  'recipient_invalid',
  'prices_outdated',
  'refund_costs_more',
  'refund_reverted',
  'route_removed',
  'signer_unverified',
  'terms_differ',
  'token_not_supported',
  'vault_limit',
  'vault_paused',
  'waited_too_long',
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];

/** The steps of transfers that wait. For other reasons, a transfer stays at the step it has reached. */
export const STEP_OF_REASON: Readonly<Partial<Record<ReasonCode, Step>>> = {
  funds_short: 'waiting_for_funds',
  gas_funds_short: 'waiting_for_funds',
  vault_limit: 'waiting_for_funds',
  vault_paused: 'paused',
  paused: 'paused',
};
