import { divideRoundingUp, parseAmount } from '#shared/amount.ts';
import type { Deployment } from './catalog.ts';

/** Prices and values are integers scaled by this many decimals. */
export const PRICE_DECIMALS = 18;

/** Parses a plain decimal into a scaled integer; null when it is not a decimal, or is zero. */
export function parsePrice(text: string): bigint | null {
  const result = parseAmount(text, PRICE_DECIMALS);
  return result.ok && result.amount > 0n ? result.amount : null;
}

/**
 * The value of an amount in the configuration's currency, scaled like every price. It is rounded up, so it exceeds an integer
 * bound exactly when the unrounded value does.
 */
export function tokenValue(
  amount: bigint,
  { decimals, price }: Pick<Deployment, 'decimals'> & { readonly price: bigint },
): bigint {
  return divideRoundingUp(amount * price, 10n ** BigInt(decimals));
}

/** An amount of gas and its price on a chain. */
export type GasCost = {
  readonly gas: bigint;
  /** In wei. */
  readonly gasPrice: bigint;
  /** What a rollup charges beside the gas, in wei. Absent on other chains. */
  readonly dataFee?: bigint;
  readonly nativePrice: bigint;
};

/** The cost of gas in a token's base units, rounded up. Every native token has 18 decimals. */
export function gasCostInToken(
  { gas, gasPrice, dataFee = 0n, nativePrice }: GasCost,
  { decimals, price }: Pick<Deployment, 'decimals'> & { readonly price: bigint },
): bigint {
  return divideRoundingUp((gas * gasPrice + dataFee) * nativePrice * 10n ** BigInt(decimals), price * 10n ** 18n);
}

export type GasCharge = {
  readonly cost: bigint;
  readonly charged: bigint;
  readonly factor: bigint;
};

/** Whether gas costs more than `factor` times what a person paid for it. A charge of zero counts as one base unit. */
export function exceedsCharge({ cost, charged, factor }: GasCharge): boolean {
  return cost > factor * (charged > 0n ? charged : 1n);
}

const DAY_MS = 86_400_000;

/** Whether the configured prices are too old to quote fees with. Prices without a day have no age. */
export function outdatedPrices(
  { pricesAsOf, maxPriceAgeDays }: { readonly pricesAsOf: Date | null; readonly maxPriceAgeDays: number },
  now: Date,
): boolean {
  return pricesAsOf !== null && now.getTime() - pricesAsOf.getTime() > maxPriceAgeDays * DAY_MS;
}
