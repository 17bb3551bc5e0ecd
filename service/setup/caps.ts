import type { Address } from 'viem';
import { parseUnits } from 'viem';
import type { Answers } from './answers.ts';

export type Cap = { readonly token: Address; readonly perPayment: bigint; readonly perWindow: bigint };

// A refund returns a deposit that can be larger than the largest transfer: the network fee comes on top.
export const REFUND_PERCENT = 120n;

/** The cap of one payment that a largest transfer needs, rounded up. */
export function raiseForRefunds(max: bigint): bigint {
  return (max * REFUND_PERCENT + 99n) / 100n;
}

/** A limit as decimal text, raised for refunds, with the decimals of a token. */
export function perPayment(max: string, decimals: number): bigint {
  return raiseForRefunds(parseUnits(max, decimals));
}

/** The caps of the vault of a chain. @param decimals by token name */
export function capsOf(
  answers: Answers,
  chainName: string,
  decimals: Readonly<Record<string, number>>,
): readonly Cap[] {
  return answers.tokens.flatMap(({ name, addresses, limits }) => {
    const token = addresses[chainName];
    const places = decimals[name];
    if (token === undefined || places === undefined || limits === undefined) return [];
    const perWindow = parseUnits(limits.maxPerWindow, places);
    return [{ token, perPayment: perPayment(limits.max, places), perWindow }];
  });
}
