/** A token value: `amount` in base units, and the token's `decimals`. */
export type Amount = { readonly amount: bigint; readonly decimals: number };

export type AmountProblem = 'empty' | 'notDecimal' | 'tooManyDecimals' | 'tooLarge';

export type AmountResult =
  | { readonly ok: true; readonly amount: bigint }
  | { readonly ok: false; readonly problem: AmountProblem };

/** The decimals of every chain's native token. */
export const NATIVE_DECIMALS = 18;

/** The largest value of a Solidity `uint256`. */
export const MAX_UINT256 = 2n ** 256n - 1n;

const PLAIN_DECIMAL = /^(?:\d+\.?\d*|\.\d+)$/;
// A uint256 has at most 78 digits. The limit prevents BigInt from parsing a text of millions of digits.
const MAX_TEXT_LENGTH = 160;

/**
 * Parses a plain decimal ("12", "0.5", "12.", ".5") into base units. Refuses signs, exponents, separators, spaces and
 * hex. Refuses more fraction digits than `decimals`, zeros included, because viem's `parseUnits` would round them.
 */
export function parseAmount(text: string, decimals: number): AmountResult {
  if (text === '') return { ok: false, problem: 'empty' };
  if (text.length > MAX_TEXT_LENGTH || !PLAIN_DECIMAL.test(text)) return { ok: false, problem: 'notDecimal' };
  const [whole = '', fraction = ''] = text.split('.');
  // Forgotten decimals would read "24.9" as 249 base units.
  if (!(fraction.length <= decimals)) return { ok: false, problem: 'tooManyDecimals' };
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'));
  return amount > MAX_UINT256 ? { ok: false, problem: 'tooLarge' } : { ok: true, amount };
}

/** Formats base units as an exact plain decimal without trailing zeros: "1.5", "0", "120". */
export function formatAmount({ amount, decimals }: Amount): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Converts a value to other decimals. Rounds down when `toDecimals` is smaller. */
export function convertRoundingDown({ amount, decimals }: Amount, toDecimals: number): bigint {
  return toDecimals >= decimals
    ? amount * 10n ** BigInt(toDecimals - decimals)
    : amount / 10n ** BigInt(decimals - toDecimals);
}

/** Divides two non-negative integers and rounds up. */
export function divideRoundingUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
