import type { Amount } from '#shared/amount.ts';
import { formatAmount } from '#shared/amount.ts';

const THIN_SPACE = '\u202f';
const MAX_FRACTION_DIGITS = 6;

/** Groups the digits of a whole number. */
export function displayWhole(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
}

/**
 * Formats an amount for reading: at most six decimals, rounded down. A space groups the digits, never a point or a comma:
 * these mean different things in different countries. The only mark is the decimal mark of the person's locale.
 * A smaller amount than that shows as `<0.000001`, never as 0.
 */
export function displayAmount(value: Amount, decimalMark = '.'): string {
  const [whole = '0', fraction = ''] = formatAmount(value).split('.');
  const grouped = displayWhole(whole);
  const shown = fraction.slice(0, MAX_FRACTION_DIGITS).replace(/0+$/, '');
  if (value.amount > 0n && whole === '0' && shown === '') {
    return `<0${decimalMark}${'0'.repeat(MAX_FRACTION_DIGITS - 1)}1`;
  }
  return shown === '' ? grouped : `${grouped}${decimalMark}${shown}`;
}
