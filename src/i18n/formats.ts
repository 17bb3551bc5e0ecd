import type { Amount } from '#shared/amount.ts';
import { formatAmount } from '#shared/amount.ts';

/** Numbers, dates and lists in the person's locale. */
export type Formats = {
  /**
   * An amount without its token, with all of its digits, because people sign, compare and copy what they read:
   * "1234.5". The only mark is the locale's decimal mark. On the screen, `Digits` groups it.
   */
  readonly amount: (value: Amount) => string;
  /** An amount with its token's name: "1234.5 USDC". */
  readonly sum: (value: Amount, tokenName: string) => string;
  /** A plain decimal with the locale's decimal mark: "1234,5". */
  readonly editable: (plain: string) => string;
  /** A whole percentage: "25%". */
  readonly share: (percent: bigint) => string;
  /** A share in basis points, as a percentage: "0.25%". */
  readonly percent: (bps: bigint) => string;
  /** Milliseconds since 1970, as "Nov 22, 9:05 AM", with the year if it is not this one. */
  readonly timestamp: (ms: number) => string;
  /** The same for a reader elsewhere: "Nov 22, 2026, 9:05:07 AM UTC". */
  readonly fullTimestamp: (ms: number) => string;
  /** "40 sec", "25 min" or "2 hr". */
  readonly duration: (seconds: number) => string;
  /** A running or finished time in its two largest units: "42 sec", "1 min 40 sec", "3 hr 5 min". */
  readonly elapsed: (seconds: number) => string;
  /** "Northshore or Southshore". */
  readonly anyOf: (names: readonly string[]) => string;
  /** "Northshore and Southshore". */
  readonly allOf: (names: readonly string[]) => string;
};

const MINUTE = 60;
const HOUR = 3600;

/** The mark between whole and fraction: "." or ",". */
function decimalMarkOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

export function createFormats(locale: string): Formats {
  const decimalMark = decimalMarkOf(locale);
  const editable = (plain: string) => plain.replace('.', decimalMark);
  const amount = (value: Amount) => editable(formatAmount(value));
  const unit = (name: 'second' | 'minute' | 'hour', count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(count);
  return {
    amount,
    sum: (value, tokenName) => `${amount(value)} ${tokenName}`,
    editable,
    share: (percent) => new Intl.NumberFormat(locale, { style: 'percent' }).format(Number(percent) / 100),
    percent: (bps) =>
      new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2 }).format(Number(bps) / 10_000),
    timestamp: (ms) =>
      new Intl.DateTimeFormat(locale, {
        ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
        ...(new Date(ms).getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }),
      }).format(ms),
    fullTimestamp: (ms) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }).format(ms),
    duration: (seconds) => {
      if (seconds < 2 * MINUTE) return unit('second', Math.max(1, seconds));
      if (seconds < 2 * HOUR) return unit('minute', Math.round(seconds / MINUTE));
      return unit('hour', Math.round(seconds / HOUR));
    },
    elapsed: (seconds) => {
      if (seconds < MINUTE) return unit('second', seconds);
      const [large, count, small] =
        seconds < HOUR
          ? ([unit('minute', Math.floor(seconds / MINUTE)), seconds % MINUTE, 'second'] as const)
          : ([unit('hour', Math.floor(seconds / HOUR)), Math.floor((seconds % HOUR) / MINUTE), 'minute'] as const);
      return count === 0 ? large : `${large} ${unit(small, count)}`;
    },
    anyOf: (names) => new Intl.ListFormat(locale, { type: 'disjunction' }).format(names),
    allOf: (names) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names),
  };
}
