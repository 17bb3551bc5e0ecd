import type { Amount } from '#shared/amount.ts';
import { parseAmount } from '#shared/amount.ts';

/** What a person reads: no tags, and none of the characters that only order or group. */
function plainOf(text: string): string {
  return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\u2066-\u2069\u202f]/g, '');
}

/** The amounts of USDC in a text or in markup, as base units, in their order. A text that is no exact amount counts as -1. */
export function readAmounts(text: string, locale: string, { decimals }: Pick<Amount, 'decimals'>): readonly bigint[] {
  const mark = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return [...plainOf(text).matchAll(/((?:&lt;|[<≈~])?[\d.,]*\d…?)\s+USDC/g)].map(({ 1: number = '' }) => {
    const read = parseAmount(number.replace(mark, '.'), decimals);
    return read.ok ? read.amount : -1n;
  });
}
