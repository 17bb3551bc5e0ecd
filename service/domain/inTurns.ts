import type { Deposit } from './deposit.ts';

/** Orders due work so that the first one of every depositor comes before the second one of any depositor. */
export function inTurns<Due extends { readonly deposit: Pick<Deposit, 'depositor'> }>(
  due: readonly Due[],
): readonly Due[] {
  const counts = new Map<string, number>();
  const ranked = due.map((one) => {
    const { depositor } = one.deposit;
    const rank = counts.get(depositor) ?? 0;
    counts.set(depositor, rank + 1);
    return { one, rank };
  });
  return ranked.sort((first, second) => first.rank - second.rank).map(({ one }) => one);
}
