import type { SelectedTransfer } from '../../db/bulkSelection.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { findChainById, findPinnedToken } from '../../domain/catalog.ts';
import { PRICE_DECIMALS, tokenValue } from '../../domain/price.ts';
import { describeToken } from '../findInCatalog.ts';
import { formatTokenAmount } from '../format.ts';

/** What a bulk command would do. */
export type BulkPlan = {
  readonly eligible: readonly SelectedTransfer[];
  /** The transfers in states that the command refuses. */
  readonly skipped: readonly SelectedTransfer[];
};

type TokenSum = Pick<SelectedTransfer, 'chainId' | 'token' | 'amount'>;

function sumByToken(transfers: readonly SelectedTransfer[]): readonly TokenSum[] {
  const sums = new Map<string, TokenSum>();
  for (const { chainId, token, amount } of transfers) {
    const key = `${chainId} ${token}`;
    sums.set(key, { chainId, token, amount: (sums.get(key)?.amount ?? 0n) + amount });
  }
  return [...sums.values()];
}

/** The value at the configured prices; null when a token has none. */
function sumValue(catalog: Catalog, sums: readonly TokenSum[]): bigint | null {
  let total = 0n;
  for (const { chainId, token, amount } of sums) {
    const chain = findChainById(catalog, BigInt(chainId));
    const pinned = chain && findPinnedToken(catalog, chain, token);
    if (!pinned) return null;
    total += tokenValue(amount, { decimals: pinned.deployment.decimals, price: pinned.token.price });
  }
  return total;
}

/** How many transfers, and what they are worth. */
export function summarisePlan(catalog: Catalog, { eligible }: Pick<BulkPlan, 'eligible'>) {
  const sums = sumByToken(eligible);
  const value = sumValue(catalog, sums);
  const amounts = sums.map((sum) => {
    const chainName = findChainById(catalog, BigInt(sum.chainId))?.name ?? `chain ${sum.chainId}`;
    return `${formatTokenAmount(sum.amount, describeToken(catalog, sum))} on ${chainName}`;
  });
  const worth =
    value === null
      ? 'of unknown value'
      : `worth ${formatTokenAmount(value, { decimals: PRICE_DECIMALS, name: catalog.priceLabel?.currency ?? 'in the currency of the prices' })}`;
  return { count: eligible.length, amounts, value, worth };
}

/** The skipped transfers by state: "3 are delivered". */
export function describeSkipped(skipped: readonly SelectedTransfer[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { state } of skipped) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${count === 1 ? 'is' : 'are'} ${state}`);
}
