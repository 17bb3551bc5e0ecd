import { parseAmount } from '#shared/amount.ts';
import type { FiatPrice } from './fiat.ts';
import { amountForFiat, FIAT_DECIMALS } from './fiat.ts';
import type { AmountReading } from './readAmountText.ts';
import { readAmountText } from './readAmountText.ts';

export type FiatReading =
  /** `text` is the amount of the token as a plain decimal; empty where the value is empty or zero. */
  | { readonly kind: 'amount'; readonly text: string }
  | { readonly kind: 'tooSmall' | 'unreadable' }
  | Extract<AmountReading, { kind: 'ambiguous' }>;

/** Reads a typed value in a currency, and converts it to an amount of the token. */
export function readFiatText(fiatText: string, price: FiatPrice, tokenDecimals: number): FiatReading {
  if (fiatText.trim() === '') return { kind: 'amount', text: '' };
  const reading = readAmountText(fiatText);
  if (reading.kind !== 'decimal') return reading;
  const value = parseAmount(reading.text, FIAT_DECIMALS);
  if (!value.ok) return { kind: 'unreadable' };
  const text = amountForFiat(value.amount, price, tokenDecimals);
  if (text !== '0') return { kind: 'amount', text };
  return value.amount > 0n ? { kind: 'tooSmall' } : { kind: 'amount', text: '' };
}

/** The amount that a typed value means; empty where it has no meaning. */
export function amountTextFor(fiatText: string, price: FiatPrice | null, tokenDecimals: number): string {
  const reading = price && readFiatText(fiatText, price, tokenDecimals);
  return reading?.kind === 'amount' ? reading.text : '';
}
