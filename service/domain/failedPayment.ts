import { divideRoundingUp } from '#shared/amount.ts';
import { tokenValue } from './price.ts';

const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 3_600_000;

/** The delay before another payment after this many failed ones. It doubles with each failure, up to an hour. */
export function delayAfterFailures(tries: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.max(tries - 1, 0), MAX_DELAY_MS);
}

export type SharedGas = {
  /** The cost of the transaction in wei. */
  readonly gasCost: bigint;
  /** The number of payments in it. */
  readonly payments: number;
  readonly nativePrice: bigint;
};

/** The value of a failed payment's share of the gas, scaled like every price. */
export function burntValue({ gasCost, payments, nativePrice }: SharedGas): bigint {
  const share = divideRoundingUp(gasCost, BigInt(Math.max(payments, 1)));
  return tokenValue(share, { decimals: 18, price: nativePrice });
}

/** A value in a token's base units, rounded up. */
export function valueInToken(
  value: bigint,
  { decimals, price }: { readonly decimals: number; readonly price: bigint },
): bigint {
  return divideRoundingUp(value * 10n ** BigInt(decimals), price);
}
