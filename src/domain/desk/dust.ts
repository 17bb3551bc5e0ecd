import { isSameAddress } from '#shared/address.ts';
import type { Route } from '../registry.ts';
import type { DepositEvidence } from './evidence.ts';

/** The service leaves a deposit this far below every minimum in the vault as soon as it sees it. */
const TRIVIAL_SHARE = 1000n;
/** The service sees any other deposit long before. */
const UNSEEN_MS = 30 * 60_000;

/** The smallest amount of a deposit's token that any route from its chain accepts; null without a route. */
export function smallestMinimum(routes: readonly Route[], { chain, deposit }: DepositEvidence): bigint | null {
  const minimums = routes
    .filter(({ origin, originToken }) => origin.id === chain.id && isSameAddress(originToken.address, deposit.token))
    .map(({ pair }) => pair.min.amount);
  return minimums.reduce<bigint | null>((least, min) => (least === null || min < least ? min : least), null);
}

type Seen = { readonly nowMs: number; readonly minimum: bigint | null };

/**
 * Whether the service left a deposit in the vault, because it is too small to handle. The service stores no such deposit, so
 * it answers that it knows nothing, and the vaults show no payment.
 */
export function isDust({ receipt, payout, refund, deposit }: DepositEvidence, { nowMs, minimum }: Seen): boolean {
  const isUnpaid = payout.kind === 'none' && refund.kind === 'none';
  const isUnknown = typeof receipt === 'object' && receipt.kind === 'unknown';
  if (!isUnpaid || !isUnknown || minimum === null || deposit.amount >= minimum) return false;
  return deposit.amount * TRIVIAL_SHARE < minimum || nowMs - Number(deposit.timestamp) * 1000 > UNSEEN_MS;
}
