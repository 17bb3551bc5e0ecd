import { divideRoundingUp, parseAmount } from '#shared/amount.ts';
import type { Deployment } from './catalog.ts';

/** Prices, and values reckoned with them, are scaled by so many decimals. */
export const PRICE_DECIMALS = 18;

/** Reads a price in plain decimals into a scaled integer; null where it is none or zero. */
export function parsePrice(text: string): bigint | null {
  const result = parseAmount(text, PRICE_DECIMALS);
  return result.ok && result.amount > 0n ? result.amount : null;
}

/**
 * What an amount of a token's base units is worth in the configuration's currency, scaled like every price. Rounded up, so
 * that it is above a bound exactly where the unrounded value is.
 */
export function tokenValue(
  amount: bigint,
  { decimals, price }: Pick<Deployment, 'decimals'> & { readonly price: bigint },
): bigint {
  return divideRoundingUp(amount * price, 10n ** BigInt(decimals));
}

/** An amount of gas, and what a unit of it costs on its chain. */
export type GasCost = {
  readonly gas: bigint;
  /** In wei. */
  readonly gasPrice: bigint;
  readonly nativePrice: bigint;
};

/** What gas costs, counted in a token and rounded up. The native token has 18 decimals on every chain served. */
export function gasCostInToken(
  { gas, gasPrice, nativePrice }: GasCost,
  { decimals, price }: Pick<Deployment, 'decimals'> & { readonly price: bigint },
): bigint {
  return divideRoundingUp(gas * gasPrice * nativePrice * 10n ** BigInt(decimals), price * 10n ** 18n);
}
