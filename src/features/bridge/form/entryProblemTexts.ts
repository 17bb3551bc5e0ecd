import type { AmountProblem } from '#shared/amount.ts';
import type { RecipientProblem } from '../../../domain/intent.ts';

type TokenUnit = { readonly name: string; readonly decimals: number };

export function amountProblemText(problem: AmountProblem | 'zero', token: TokenUnit): string {
  const texts: Record<AmountProblem | 'zero', string> = {
    empty: 'Enter an amount.',
    notDecimal: 'Use digits and at most one point, like 1250.5.',
    tooManyDecimals: `${token.name} has ${token.decimals} decimals on this chain. Remove the extra digits.`,
    tooLarge: 'This amount is too large. Enter a smaller one.',
    zero: 'Enter more than zero.',
  };
  return texts[problem];
}

export const recipientProblemTexts: Record<RecipientProblem, string> = {
  notAnAddress: 'This is not a valid address. Copy the whole address and paste it again.',
  zeroAddress: 'This is the zero address. Tokens sent there are lost.',
  bridgeAddress: 'This address belongs to the bridge. Enter the address of the recipient.',
  tokenAddress: 'This is a token contract. Tokens sent there are lost.',
};
