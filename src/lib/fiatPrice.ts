import type { Amount } from '#shared/amount.ts';
import { parseAmount } from '#shared/amount.ts';
import type { TokenPrice } from '#shared/wire/pairs.ts';

/** Prices and values in a currency are integers with this many decimals. */
export const FIAT_DECIMALS = 18;

/** What one whole token is worth. For display only: it never decides what a wallet signs. */
export type FiatPrice = {
  readonly currency: string;
  /** With `FIAT_DECIMALS` decimals, greater than zero. */
  readonly perToken: bigint;
  readonly atMs: number;
};

/** The service chooses the name, and the screen shows it in small places. */
const CURRENCY = /^[\p{L}\p{N}]{1,12}$/u;

/** The screen shows no values based on an older price. */
const MAX_AGE_MS = 3 * 86_400_000;

/** @returns null for a price that is missing, zero or too old, or in a currency that the screen can't show */
export function readPrice(price: TokenPrice | null, now: number): FiatPrice | null {
  if (!price || now - price.atMs > MAX_AGE_MS || !CURRENCY.test(price.currency)) return null;
  const [whole = '', fraction = ''] = price.value.split('.');
  // A price can have more digits than any value needs.
  const read = parseAmount(`${whole}.${fraction.slice(0, FIAT_DECIMALS)}`, FIAT_DECIMALS);
  return read.ok && read.amount > 0n ? { currency: price.currency, perToken: read.amount, atMs: price.atMs } : null;
}

/** Reads a price from the service; null if it has no current one. */
export const priceNow = (price: TokenPrice | null): FiatPrice | null => readPrice(price, Date.now());

/** The value of an amount, with `FIAT_DECIMALS` decimals, rounded down. */
export function fiatOf({ amount, decimals }: Amount, { perToken }: FiatPrice): bigint {
  return (amount * perToken) / 10n ** BigInt(decimals);
}
