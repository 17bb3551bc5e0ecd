import type { Deposit } from '../../deposits/model/deposit.ts';

// A person has few transfers in progress. An attacker, or an exchange, has many.
const FEW = 3;

/**
 * Splits due transfers into those of depositors with few of them, and the rest. The first group is signed before work
 * on the second begins.
 */
export function fewFirst<Due extends { readonly deposit: Pick<Deposit, 'depositor'> }>(
  due: readonly Due[],
): readonly (readonly Due[])[] {
  const counts = new Map<string, number>();
  for (const { deposit } of due) counts.set(deposit.depositor, (counts.get(deposit.depositor) ?? 0) + 1);
  const hasFew = ({ deposit }: Due) => (counts.get(deposit.depositor) ?? 0) <= FEW;
  return [due.filter(hasFew), due.filter((one) => !hasFew(one))].filter((group) => group.length > 0);
}
