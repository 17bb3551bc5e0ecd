import type { Amount } from '#shared/amount.ts';
import { formatAmount } from '#shared/amount.ts';

const MAX_DIGITS = 2;

function createFormat(locale: string, currency: string, options = {}): Intl.NumberFormat | null {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...options });
  } catch {
    // The service can name a currency that has no ISO 4217 code.
    return null;
  }
}

function roundToDigits({ amount, decimals }: Amount, digits: number): Amount {
  const unit = 10n ** BigInt(Math.max(0, decimals - digits));
  return { amount: (amount + unit / 2n) / unit, decimals: Math.min(decimals, digits) };
}

/** A plain decimal with exactly this many digits after the point. */
export function fiatDigits(value: Amount, digits: number): string {
  const [whole = '0', fraction = ''] = formatAmount(roundToDigits(value, digits)).split('.');
  return digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, '0')}`;
}

/** How many decimals a currency has. */
export function digitsOf(currency: string): number {
  return Math.min(createFormat('en', currency)?.resolvedOptions().maximumFractionDigits ?? MAX_DIGITS, MAX_DIGITS);
}

/**
 * A value in a currency, as the locale writes it: "$1,250.50". Less than half of the smallest unit shows as `<$0.01`, never
 * as 0.
 */
export function displayFiat(value: Amount, currency: string, locale: string): string {
  const digits = digitsOf(currency);
  const isTiny = value.amount > 0n && roundToDigits(value, digits).amount === 0n;
  const shown = isTiny ? { amount: 1n, decimals: digits } : value;
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  // A string keeps every digit.
  const decimal = fiatDigits(shown, digits) as `${number}`;
  const text =
    createFormat(locale, currency, places)?.format(decimal) ??
    `${new Intl.NumberFormat(locale, places).format(decimal)} ${currency}`;
  // Some locales group digits by spaces, and a screen reader would say two numbers.
  return inOrder((isTiny ? `<${text}` : text).replace(GROUP_SPACES, ''));
}

const [LEFT_TO_RIGHT, END, DIRECTION_MARKS] = ['\u2066', '\u2069', /[\u200e\u200f]/g];
const GROUP_SPACES = /(?<=\d)\s(?=\d)/g;

/** Keeps number and symbol together: in a right-to-left line the "$" of "US$" would move to the other side of "US". */
function inOrder(text: string): string {
  const plain = text.replace(DIRECTION_MARKS, '');
  return plain === text ? text : `${LEFT_TO_RIGHT}${plain}${END}`;
}

/** "$" or "US$", for a field; the currency's name if it has no symbol. */
export function currencySymbol(currency: string, locale: string): string {
  const parts = createFormat(locale, currency)?.formatToParts(0) ?? [];
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** The day of a price, "Nov 22", in the operator's time zone. */
export function displayDay(ms: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(ms);
}
