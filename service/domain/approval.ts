import type { Address } from 'viem';
import type { Catalog } from './catalog.ts';

/** The largest amount of a token on its chain, in base units, that one operator may move alone. */
export type ApprovalBound = { readonly chainId: number; readonly token: Address; readonly amount: bigint };

/** An amount of a token on its chain, in base units. */
export type MovedAmount = ApprovalBound;

/** The bounds that the configuration and the current prices give, rounded down. Without a rule there are none. */
export function approvalBounds({ approval, chains, tokens }: Catalog): readonly ApprovalBound[] {
  if (!approval) return [];
  return chains.flatMap(({ id: chainId, name }) =>
    tokens.flatMap(({ price, deployments }): readonly ApprovalBound[] => {
      const deployment = deployments.get(name);
      if (!deployment) return [];
      const { address: token, decimals } = deployment;
      return [{ chainId, token, amount: (approval.above * 10n ** BigInt(decimals)) / price }];
    }),
  );
}

// A share of a bound has this many parts.
const WHOLE = 10n ** 18n;

/** The share of its bound that an amount takes, rounded up; null for a token without a bound, which can be worth anything. */
function shareOf(bounds: readonly ApprovalBound[], { chainId, token, amount }: MovedAmount): bigint | null {
  const bound = bounds.find((one) => one.chainId === chainId && one.token === token);
  if (!bound || bound.amount === 0n) return null;
  return (amount * WHOLE + bound.amount - 1n) / bound.amount;
}

/**
 * Whether the amounts are together above the bounds. Every bound is worth the same, so the shares of several tokens add up.
 * @param amounts null for a command without an amount, such as one that switches off a guard
 */
export function exceedsBounds(bounds: readonly ApprovalBound[], amounts: readonly MovedAmount[] | null): boolean {
  if (amounts === null) return true;
  let total = 0n;
  for (const amount of amounts) {
    const share = shareOf(bounds, amount);
    if (share === null) return true;
    total += share;
  }
  return total > WHOLE;
}
