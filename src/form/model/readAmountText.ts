/**
 * What a person means by a typed or pasted amount. The resulting texts are plain decimals for `parseAmount`, such as
 * "1250.5".
 */
export type AmountReading =
  | { readonly kind: 'decimal'; readonly text: string }
  /** "1,234" or "1.234": one mark before three digits groups thousands in some countries and is decimal in others. */
  | { readonly kind: 'ambiguous'; readonly whole: string; readonly decimal: string }
  | { readonly kind: 'unreadable' };

/** A uint256 has at most 78 digits. The limit keeps a long paste away from the patterns below. */
const MAX_LENGTH = 160;

const DIGIT = /\p{Nd}/gu;
// Copied numbers often contain direction marks and joiners.
const INVISIBLE = /\p{Cf}/gu;
/**
 * One character for each kind of mark: space, apostrophe, comma, point, and other scripts' thousands (t) and decimal
 * (d) marks.
 */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/\p{Zs}/gu, ' '],
  [/['’‘ʼ＇]/gu, "'"],
  [/[，،]/gu, ','],
  // Chinese keyboards type 。 instead of a point.
  [/[．。｡]/gu, '.'],
  [/[٬⹁]/gu, 't'],
  [/٫/gu, 'd'],
];

/** Unicode lists the ten digits of a script in order from zero, and some scripts follow each other without a gap. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return `${(code - start) % 10}`;
}

function normalize(text: string): string {
  // Letters are not marks. They must not be taken for the letters that stand for marks.
  if (/\p{L}/u.test(text.replace(/ʼ/gu, "'"))) return '?';
  const plain = MARKS.reduce((shown, [pattern, mark]) => shown.replace(pattern, mark), text.replace(INVISIBLE, ''));
  return plain.trim().replace(DIGIT, toAsciiDigit);
}

/** Groups of three, or Indian groups of two before the last three. A grouped number never starts with zero. */
const GROUPED =
  /^(?:[1-9]\d{0,2}(?<mark>[ ',.t])\d{3}(?:\k<mark>\d{3})*|[1-9]\d?(?<pair>[ ',.t])(?:\d{2}\k<pair>)+\d{3})$/;

function ungroup(text: string): string | null {
  if (/^\d*$/.test(text)) return text;
  return GROUPED.test(text) ? text.replace(/\D/g, '') : null;
}

/** Reads the last mark as the decimal mark. */
function readDecimal(text: string): string | null {
  const [, before = '', mark = '', fraction = ''] = /^(.*)([,.d])(\d*)$/.exec(text) ?? [];
  const whole = before.includes(mark) ? null : ungroup(before);
  if (whole === null || mark === '' || whole + fraction === '') return null;
  return `${whole}.${fraction}`;
}

/** An amount as the form holds it. Plain: the app wrote the text, or the person chose its meaning. */
type AmountEntry = { readonly amountText: string; readonly isAmountPlain: boolean };

export function readAmountEntry({ amountText, isAmountPlain }: AmountEntry, tokenName: string): AmountReading {
  return isAmountPlain ? { kind: 'decimal', text: amountText } : readAmountText(withoutUnit(amountText, tokenName));
}

/** The number in "2 ETH", "$2" or "2 $"; the whole text if the unit is not at one of its ends. */
export function withoutUnit(text: string, unit: string): string {
  const trimmed = text.trim();
  const [whole, wanted] = [trimmed.toUpperCase(), unit.toUpperCase()];
  if (wanted === '' || whole.length !== trimmed.length) return text;
  if (whole.startsWith(wanted)) return trimmed.slice(unit.length).trim();
  return whole.endsWith(wanted) ? trimmed.slice(0, -unit.length).trim() : text;
}

/**
 * Reads an amount in any country's notation, with any script's digits. Which country a number comes from is unknown,
 * even if the browser names one, because people paste numbers. An amount with two meanings therefore stays ambiguous.
 */
export function readAmountText(text: string): AmountReading {
  const shown = text.length > MAX_LENGTH ? '?' : normalize(text);
  const whole = shown === '' ? null : ungroup(shown);
  const decimal = readDecimal(shown);
  if (whole !== null && decimal !== null) return { kind: 'ambiguous', whole, decimal };
  const only = whole ?? decimal;
  return only === null ? { kind: 'unreadable' } : { kind: 'decimal', text: only };
}
