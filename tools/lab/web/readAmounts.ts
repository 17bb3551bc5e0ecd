import type { Amount } from '#shared/amount.ts';
import { parseAmount } from '#shared/amount.ts';

/** Digits that style separates (src/ui/Digits.tsx). */
const GROUP = /<span[^>]*>(\d{3})<\/span>/g;

/** What a person reads: without tags and without characters that only set direction. */
function plainOf(text: string): string {
  return text
    .replaceAll(GROUP, '$1')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\u2066-\u2069]/g, '');
}

/** The USDC amounts in a text or markup, in order, as base units. A text that is not an exact amount counts as -1. */
export function readAmounts(text: string, locale: string, { decimals }: Pick<Amount, 'decimals'>): readonly bigint[] {
  const mark = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return [...plainOf(text).matchAll(/((?:&lt;|[<≈~])?[\d.,]*\d…?)\s+USDC/g)].map(({ 1: number = '' }) => {
    const read = parseAmount(number.replace(mark, '.'), decimals);
    return read.ok ? read.amount : -1n;
  });
}
