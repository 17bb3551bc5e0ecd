import type { AmountProblem } from '#shared/amount.ts';
import type { RecipientProblem } from '../../../domain/intent.ts';
import type { MainWords } from '../../../words/main/mainWords.ts';

type TokenUnit = { readonly name: string; readonly decimals: number };

export function amountProblemText(problem: AmountProblem | 'zero', token: TokenUnit, { t }: MainWords): string {
  switch (problem) {
    case 'empty':
      return t('amountEmpty');
    case 'notDecimal':
      return t('amountNotDecimal');
    case 'tooManyDecimals':
      return t('amountTooManyDecimals', { token: token.name, decimals: `${token.decimals}` });
    case 'tooLarge':
      return t('amountTooLarge');
    case 'zero':
      return t('amountZero');
  }
}

const recipientKeys = {
  notAnAddress: 'recipientNotAnAddress',
  zeroAddress: 'recipientZero',
  bridgeAddress: 'recipientBridge',
  tokenAddress: 'recipientToken',
} as const satisfies Record<RecipientProblem, string>;

export function recipientProblemText(problem: RecipientProblem, { t }: MainWords): string {
  return t(recipientKeys[problem]);
}
