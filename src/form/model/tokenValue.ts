import { parseAmount } from '#shared/amount.ts';
import type { TokenPrice } from '#shared/wire/pairs.ts';

// A price on the wire has at most 30 decimals.
const PRICE_DECIMALS = 30;

type Holding = { readonly amount: bigint; readonly decimals: number; readonly price: TokenPrice | null };

/** The value in units of 10^-30 of the price's currency, rounded down; null without a price. */
function worthOf({ amount, decimals, price }: Holding): bigint | null {
  const parsed = price && parseAmount(price.value, PRICE_DECIMALS);
  return parsed?.ok ? (amount * parsed.amount) / 10n ** BigInt(decimals) : null;
}

/** Orders holdings by value, those without a price first. */
export function compareValues(a: Holding, b: Holding): number {
  const [first, second] = [worthOf(a), worthOf(b)];
  if (first === null || second === null) return Number(first !== null) - Number(second !== null);
  return first === second ? 0 : first < second ? -1 : 1;
}
