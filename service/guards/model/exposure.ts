import type { Address } from 'viem';
import type { Catalog, Chain, ChainName } from '../../boot/model/catalog.ts';
import { findPinnedToken } from '../../boot/model/catalog.ts';
import { lastConfirmedBlock } from '../../chain/model/depth.ts';
import { tokenValue } from '../../quotes/model/price.ts';

/** An amount of a token, by the token's address on a chain. */
export type TokenAmount = { readonly token: Address; readonly amount: bigint };

/** A chain's newest block in the database, and its final one if finality is a tag; null before the first read. */
export type StoredHeights = { readonly head: bigint | null; readonly finalBlock: bigint | null };

/** A chain's newest final block; negative if none is final. */
export function lastFinalBlock({ finality }: Pick<Chain, 'finality'>, { head, finalBlock }: StoredHeights): bigint {
  if (head === null) return -1n;
  if (typeof finality === 'number') return lastConfirmedBlock(finality, head);
  return finalBlock ?? -1n;
}

/**
 * The total value of amounts of a chain's tokens, scaled like every price and rounded up per token; null if a token has
 * no price.
 */
export function totalValue(catalog: Catalog, chain: ChainName, amounts: readonly TokenAmount[]): bigint | null {
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
