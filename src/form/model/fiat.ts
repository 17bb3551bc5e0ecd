import { formatAmount, parseAmount } from '#shared/amount.ts';
import type { FiatPrice } from '../../lib/fiatPrice.ts';
import { FIAT_DECIMALS } from '../../lib/fiatPrice.ts';
import type { AmountReading } from './readAmountText.ts';
import { readAmountText, withoutUnit } from './readAmountText.ts';

/** If the price moves by less than half a percent, the amount that the person has seen stays. */
const MATERIAL_SHARE = 200n;

/** Whether an amount for a value must be converted again. */
export function hasMoved(before: FiatPrice | null, now: FiatPrice | null): boolean {
  if (!before || !now) return before !== now;
  const change = before.perToken > now.perToken ? before.perToken - now.perToken : now.perToken - before.perToken;
  return before.currency !== now.currency || change * MATERIAL_SHARE > before.perToken;
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
