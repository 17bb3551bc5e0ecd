/** Where a transfer stands, for `status.details.step`. */
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

/**
 * Why a request is refused, or a transfer waits, is held or is refunded: the closed list of `status.details.reason`, each
 * with the clause that a person reads after "because". To add a reason, add one line.
 */
export const REASONS = {
  already_paid: 'the bridge has already made another payment for it',
  amount_not_received: 'the bridge did not receive the full amount',
  amount_out_of_range: 'the amount is outside the limits',
  chain_disabled: 'the bridge does not serve this chain',
  chain_unavailable: 'the bridge cannot reach the chain at the moment',
  deposit_unconfirmed: 'the deposit must be confirmed again',
  destination_unknown: 'the bridge does not know the destination chain',
  deposit_used_up: 'the gas of its failed payments used up the deposit',
  exposure_limit: 'earlier deposits must become final first',
  fees_below_minimum: 'the fees on record for it are below the minimum fee',
  fees_unknown: 'the bridge has no fees on record for the time of the deposit',
  funds_short: 'the bridge does not have enough funds at the moment',
  gas_above_fee: 'gas costs far more at the moment than the network fee of the transfer',
  gas_funds_short: 'the bridge does not have enough native tokens for gas at the moment',
  hash_invalid: 'the deposit hash is not 0x and 64 hex digits',
  operator_cancelled: 'the operator cancelled its payout',
  operator_refund: 'the operator decided to refund it',
  operator_review: 'the operator is reviewing it',
  pair_not_offered: 'the bridge does not offer this token between these chains',
  paused: 'the operator paused these transfers',
  payment_differs: 'its payment on the chain differs from the due payment',
  payment_unconfirmed: 'its payment waits for confirmations',
  payment_would_fail: 'the payment would fail on the chain',
  payout_reverted: 'its payout failed too often',
  providers_disagree: 'the RPC endpoints do not agree on its deposit yet',
  recipient_invalid: 'the recipient is not an address that the bridge can pay',
  prices_outdated: 'the prices of the bridge are too old',
  refund_costs_more: 'a refund costs more than the deposit at the moment',
  refund_reverted: 'its refund failed too often',
  route_removed: 'the bridge no longer supports its token on both chains',
  signer_unverified: 'the signer must verify its deposit first',
  terms_differ: 'the stored payment differs from its deposit',
  token_not_supported: 'the bridge does not support the deposited token',
  vault_limit: 'the limits of the vault allow no more at the moment',
  vault_paused: 'the vault is paused',
  waited_too_long: 'the bridge could not pay it out in time',
} as const;

export type ReasonCode = keyof typeof REASONS;

/** The steps of transfers that wait. With other reasons a transfer stays at the step that it has reached. */
export const STEP_OF_REASON: Readonly<Partial<Record<ReasonCode, Step>>> = {
  funds_short: 'waiting_for_funds',
  gas_funds_short: 'waiting_for_funds',
  vault_limit: 'waiting_for_funds',
  vault_paused: 'paused',
  paused: 'paused',
};

export const REASON_CODES = Object.keys(REASONS) as readonly ReasonCode[];
