import type { EntryProblem } from '../../../domain/intent.ts';
import type { QuoteWords } from '../../../words/quote/quoteWords.ts';

type TokenUnit = { readonly name: string; readonly decimals: number };

export function amountProblemText(
  problem: Exclude<EntryProblem, 'ambiguous'>,
  token: TokenUnit,
  words: QuoteWords,
): string {
  const { t, amount } = words;
  switch (problem) {
    case 'empty':
      return t('amountEmpty');
    case 'notDecimal':
      return t('amountNotDecimal', { example: amount({ amount: 12_505n, decimals: 1 }) });
    case 'tooManyDecimals':
      return t('amountTooManyDecimals', { token: token.name, decimals: `${token.decimals}` });
    case 'tooLarge':
      return t('amountTooLarge');
    case 'zero':
      return t('amountZero');
  }
}
