import type { Catalog, Chain } from './catalog.ts';
import { findPinnedToken } from './catalog.ts';
import type { Deposit } from './deposit.ts';
import { tokenValue } from './price.ts';

type Worth = Pick<Deposit, 'token' | 'amount'>;

/** What a deposit is worth, scaled like every price; null for what is not a token of the catalog, which is never paid. */
function depositValue(catalog: Catalog, chain: Chain, { token, amount }: Worth): bigint | null {
  const pinned = findPinnedToken(catalog, chain, token);
  return pinned ? tokenValue(amount, { decimals: pinned.deployment.decimals, price: pinned.token.price }) : null;
}

/**
 * How deep a deposit must lie before it counts: the more it is worth, the deeper. What has no price is never paid, so the
 * least depth is enough to say so.
 */
export function neededConfirmations(catalog: Catalog, chain: Chain, deposit: Worth): number {
  const value = depositValue(catalog, chain, deposit);
  if (value === null) return chain.confirmations;
  return chain.confirmationTiers.findLast(({ above }) => value > above)?.confirmations ?? chain.confirmations;
}

/** How many of a chain's RPCs must have a deposit, each for itself, before it is paid or refunded. */
export function neededRpcs(catalog: Catalog, chain: Chain, deposit: Worth): 1 | 2 {
  const value = depositValue(catalog, chain, deposit);
  return chain.secondRpcAbove !== null && value !== null && value > chain.secondRpcAbove ? 2 : 1;
}
