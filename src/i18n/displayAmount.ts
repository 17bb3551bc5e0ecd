import type { Amount } from '#shared/amount.ts';
import { formatAmount } from '#shared/amount.ts';

const THIN_SPACE = '\u202f';

/** Groups the digits of a whole number. */
export function displayWhole(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
}

/**
 * Formats an amount with all of its digits, because people sign, compare and copy what they read. Digits are grouped by
 * spaces, never by a point or a comma, which mean different things in different countries. The only mark is the
 * locale's decimal mark.
 */
export function displayAmount(value: Amount, decimalMark = '.'): string {
  const [whole = '0', fraction] = formatAmount(value).split('.');
  return fraction === undefined ? displayWhole(whole) : `${displayWhole(whole)}${decimalMark}${fraction}`;
}
