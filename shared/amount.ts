/** A value together with the decimals it is counted in: `amount` is in base units. */
export type Amount = { readonly amount: bigint; readonly decimals: number };

export type AmountProblem = 'empty' | 'notDecimal' | 'tooManyDecimals' | 'tooLarge';

export type AmountResult =
  | { readonly ok: true; readonly amount: bigint }
  | { readonly ok: false; readonly problem: AmountProblem };

/** The largest value that a token contract can hold. */
export const MAX_UINT256 = 2n ** 256n - 1n;

const PLAIN_DECIMAL = /^(?:\d+\.?\d*|\.\d+)$/;
// 78 digits hold any uint256; anything much longer is not an amount, and is refused before BigInt has to read it.
const MAX_TEXT_LENGTH = 160;

/**
 * Reads a plain decimal ("12", "0.5", "12.", ".5") into base units. Signs, exponents, separators, spaces and hex are
 * refused. Surplus digits are refused, zeros too: viem's `parseUnits` would round them.
 */
export function parseAmount(text: string, decimals: number): AmountResult {
  if (text === '') return { ok: false, problem: 'empty' };
  if (text.length > MAX_TEXT_LENGTH || !PLAIN_DECIMAL.test(text)) return { ok: false, problem: 'notDecimal' };
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > decimals) return { ok: false, problem: 'tooManyDecimals' };
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'));
  return amount > MAX_UINT256 ? { ok: false, problem: 'tooLarge' } : { ok: true, amount };
}

/** Writes base units as an exact plain decimal without trailing zeros: "1.5", "0", "120". */
export function formatAmount({ amount, decimals }: Amount): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Counts the same value in other decimals, rounded down where digits are lost. */
export function convertRoundingDown({ amount, decimals }: Amount, toDecimals: number): bigint {
  return toDecimals >= decimals
    ? amount * 10n ** BigInt(toDecimals - decimals)
    : amount / 10n ** BigInt(decimals - toDecimals);
}

/** Division of non-negative integers, rounded up. */
export function divideRoundingUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
