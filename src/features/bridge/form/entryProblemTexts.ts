import type { AmountProblem } from '#shared/amount.ts';
import type { RecipientProblem } from '../../../domain/intent.ts';

type TokenWords = { readonly name: string; readonly decimals: number };

export function amountProblemWords(problem: AmountProblem | 'zero', token: TokenWords): string {
  const words: Record<AmountProblem | 'zero', string> = {
    empty: 'Enter an amount.',
    notDecimal: 'Use digits and at most one point, like 1250.5. No signs, commas, spaces or exponents.',
    tooManyDecimals: `${token.name} has ${token.decimals} decimals here. Shorten the amount.`,
    tooLarge: 'No token can hold that many.',
    zero: 'Enter more than zero.',
  };
  return words[problem];
}

export const recipientProblemWords: Record<RecipientProblem, string> = {
  notAnAddress: 'This is not an address. It takes 0x and 40 hex characters; with capitals, their pattern must match.',
  zeroAddress: 'This is the zero address. Whatever is sent there is lost.',
  bridgeAddress: 'This address belongs to the bridge itself. Enter the account that should receive the tokens.',
  tokenAddress: 'This is a token’s own contract. Tokens sent there are lost.',
};
