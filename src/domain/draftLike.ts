import { formatAmount } from '#shared/amount.ts';
import type { FormDraft } from './form.ts';
import { emptyDraft } from './form.ts';
import type { TransferTerms } from './transferTerms.ts';

/** A draft with the route of an earlier transfer, and its amount on request. The user enters the recipient again. */
export function draftLike({ origin, destination, tokenName, typed }: TransferTerms, keepsAmount: boolean): FormDraft {
  return {
    ...emptyDraft,
    originName: origin.chainName,
    destinationName: destination.chainName,
    tokenName,
    amountText: keepsAmount && typed !== null ? formatAmount({ amount: typed, decimals: origin.decimals }) : '',
  };
}
