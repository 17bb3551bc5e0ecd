import type { Address } from 'viem';
import type { Catalog, Chain } from './catalog.ts';
import { findPinnedToken } from './catalog.ts';
import { tokenValue } from './price.ts';

/** An amount of a token, by its address on the chain that is spoken of. */
export type TokenAmount = { readonly token: Address; readonly amount: bigint };

/** The newest block of a chain that is final; may be below 0. Where no block was seen yet, none is. */
export function lastFinalBlock({ finality }: Pick<Chain, 'finality'>, head: bigint | null): bigint {
  return head === null ? -1n : head + 1n - BigInt(finality);
}

/**
 * What amounts of a chain's tokens are worth together in the configuration's currency, scaled like every price and rounded up
 * by token; null where one of them has no price.
 */
export function totalValue(catalog: Catalog, chain: Chain, amounts: readonly TokenAmount[]): bigint | null {
  const byToken = new Map<Address, bigint>();
  for (const { token, amount } of amounts) byToken.set(token, (byToken.get(token) ?? 0n) + amount);
  let total = 0n;
  for (const [address, amount] of byToken) {
    const pinned = findPinnedToken(catalog, chain, address);
    if (!pinned) return null;
    total += tokenValue(amount, { decimals: pinned.deployment.decimals, price: pinned.token.price });
  }
  return total;
}
