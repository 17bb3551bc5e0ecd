import type { Amount } from '#shared/amount.ts';
import type { TransferTerms } from '../model/transferTerms.ts';
import type { Verdict } from './verdict.ts';

type NamedAmount = { readonly amount: Amount; readonly chainName: string };

/**
 * The amount that a text names beside a verdict, and the chain that it goes to. “Delivered” and “Refunded” name the payment
 * that a chain has proven: fees make it another amount than the one sent.
 */
export function namedAmount(verdict: Verdict, { origin, destination, send }: TransferTerms): NamedAmount {
  switch (verdict.kind) {
    case 'delivered':
    case 'deliveredOtherAmount':
      return {
        amount: { amount: verdict.received, decimals: destination.decimals },
        chainName: destination.chainName,
      };
    case 'refunded':
      return { amount: { amount: verdict.refunded, decimals: origin.decimals }, chainName: origin.chainName };
    default:
      return { amount: { amount: send, decimals: origin.decimals }, chainName: destination.chainName };
  }
}
