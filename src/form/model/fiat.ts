import type { Amount } from '#shared/amount.ts';
import { formatAmount, parseAmount } from '#shared/amount.ts';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { AmountReading } from './readAmountText.ts';
import { readAmountText, withoutUnit } from './readAmountText.ts';

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

/** If the price moves by less than half a percent, the amount that the person has seen stays. */
const MATERIAL_SHARE = 200n;

/** Whether an amount for a value must be converted again. */
export function hasMoved(before: FiatPrice | null, now: FiatPrice | null): boolean {
  if (!before || !now) return before !== now;
  const change = before.perToken > now.perToken ? before.perToken - now.perToken : now.perToken - before.perToken;
  return before.currency !== now.currency || change * MATERIAL_SHARE > before.perToken;
}

/** The value of an amount, with `FIAT_DECIMALS` decimals, rounded down. */
export function fiatOf({ amount, decimals }: Amount, { perToken }: FiatPrice): bigint {
  return (amount * perToken) / 10n ** BigInt(decimals);
}

/** The most decimals of an amount that the screen shows. */
const SHOWN_DECIMALS = 6;

/**
 * The token amount for a value in a currency, as a plain decimal that the screen shows in full. Rounded down, so that
 * it is never worth more than the value.
 * @param value with `FIAT_DECIMALS` decimals
 */
export function amountForFiat(value: bigint, { perToken }: FiatPrice, tokenDecimals: number): string {
  const decimals = Math.min(tokenDecimals, SHOWN_DECIMALS);
  return formatAmount({ amount: (value * 10n ** BigInt(decimals)) / perToken, decimals });
}

/** "$" for USD; null for a currency without an ISO 4217 code. */
function symbolOf(currency: string): string | null {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? null;
  } catch {
    return null;
  }
}

/** The number in a text with the currency's symbol or code. */
export function withoutCurrency(text: string, currency: string): string {
  return withoutUnit(withoutUnit(text, currency), symbolOf(currency) ?? '');
}

type FiatReading =
  /** `text` is the token amount as a plain decimal; empty if the value is empty or zero. */
  | { readonly kind: 'amount'; readonly text: string }
  | { readonly kind: 'tooSmall' | 'unreadable' }
  | Extract<AmountReading, { kind: 'ambiguous' }>;

/** Reads a typed value in a currency, and converts it to a token amount. */
export function readFiatText(fiatText: string, price: FiatPrice, tokenDecimals: number): FiatReading {
  if (fiatText.trim() === '') return { kind: 'amount', text: '' };
  const reading = readAmountText(withoutCurrency(fiatText, price.currency));
  if (reading.kind !== 'decimal') return reading;
  const value = parseAmount(reading.text, FIAT_DECIMALS);
  if (!value.ok) return { kind: 'unreadable' };
  const text = amountForFiat(value.amount, price, tokenDecimals);
  if (text !== '0') return { kind: 'amount', text };
  return value.amount > 0n ? { kind: 'tooSmall' } : { kind: 'amount', text: '' };
}

/** The amount that a typed value means; empty if it has no meaning. */
export function amountTextFor(fiatText: string, price: FiatPrice | null, tokenDecimals: number): string {
  const reading = price && readFiatText(fiatText, price, tokenDecimals);
  return reading?.kind === 'amount' ? reading.text : '';
}
