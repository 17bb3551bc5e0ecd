import type { ReasonCode } from '#shared/wire/reasons.ts';

/** Each reason as a clause that a person reads after "because". */
export const REASONS: Readonly<Record<ReasonCode, string>> = {
  already_paid: 'the bridge has already made another payment for it',
  amount_not_received: 'the bridge did not receive the full amount',
  amount_out_of_range: 'the amount is outside the limits',
  chain_disabled: 'the bridge does not serve this chain',
  chain_unavailable: 'the bridge cannot reach the chain at the moment',
  check_pending: 'the bridge has not finished its usual check',
  deposit_unconfirmed: 'the deposit must be confirmed again',
  destination_unknown: 'the bridge does not know the destination chain',
  deposit_used_up: 'gas for its failed payments used up the deposit',
  exposure_limit: 'earlier deposits must become final first',
  fees_below_minimum: 'the fees on record for it are below the minimum fee',
  fees_unknown: 'the bridge has no fees on record for the time of the deposit',
  funds_short: 'the bridge does not have enough funds at the moment',
  gas_above_fee: "gas costs far more at the moment than the transfer's network fee",
  gas_drop_refused: 'the deposit asks for gas on arrival that the bridge does not pay',
  gas_funds_short: 'the bridge does not have enough native tokens for gas at the moment',
  hash_invalid: 'the deposit hash is not 0x followed by 64 hex digits',
  operator_cancelled: 'the operator cancelled its payout',
  operator_refund: 'the operator decided to refund it',
  operator_review: 'the operator is reviewing it',
  pair_not_offered: 'the bridge does not offer this token between these chains',
  paused: 'the operator paused these transfers',
  payment_differs: 'its payment on the chain differs from the one that was due',
  payment_unconfirmed: 'its payment waits for confirmations',
  payment_would_fail: 'the payment would fail on the chain',
  payout_reverted: 'its payout failed too often',
  providers_disagree: 'the RPC endpoints do not agree on its deposit yet',
  recipient_invalid: 'the recipient is not an address that the bridge can pay',
  prices_outdated: "the bridge's prices are too old",
  refund_costs_more: 'a refund costs more than the deposit at the moment',
  refund_reverted: 'its refund failed too often',
  route_removed: 'the bridge no longer supports its token on both chains',
  signer_unverified: 'the signer must verify its deposit first',
  terms_differ: 'the stored payment differs from its deposit',
  token_not_supported: 'the bridge does not support the deposited token',
  vault_limit: "the vault's limits allow no more at the moment",
  vault_paused: 'the vault is paused',
  waited_too_long: 'the bridge could not pay it out in time',
};

/** Why a transfer waits, is held or is refunded: a code for programs, and a clause after "because" for people. */
export type Reason = { readonly code: ReasonCode; readonly text: string };

/** A reason. `text` names the chains, tokens and amounts; without it the clause of the closed list is used. */
export function because(code: ReasonCode, text: string = REASONS[code]): Reason {
  return { code, text };
}
