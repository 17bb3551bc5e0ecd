import type { Catalog, Chain } from './catalog.ts';
import { findPinnedToken } from './catalog.ts';
import type { Deposit } from './deposit.ts';
import { tokenValue } from './price.ts';

/**
 * How deep a deposit must lie before it counts: the more it is worth, the deeper. What is not a token of the catalog has no
 * price; it is never paid, so the least depth is enough to say so.
 */
export function neededConfirmations(
  catalog: Catalog,
  chain: Chain,
  { token, amount }: Pick<Deposit, 'token' | 'amount'>,
): number {
  const pinned = findPinnedToken(catalog, chain, token);
  if (!pinned) return chain.confirmations;
  const value = tokenValue(amount, { decimals: pinned.deployment.decimals, price: pinned.token.price });
  return chain.confirmationTiers.findLast(({ above }) => value > above)?.confirmations ?? chain.confirmations;
}
