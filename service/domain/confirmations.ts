import type { Catalog, Chain } from './catalog.ts';
import { findPinnedToken } from './catalog.ts';
import type { Deposit } from './deposit.ts';
import type { Depth } from './depth.ts';
import { tokenValue } from './price.ts';

type Worth = Pick<Deposit, 'token' | 'amount'>;

/** The value of a deposit, scaled like every price; null for a token outside the catalog, which the bridge never pays. */
function depositValue(catalog: Catalog, chain: Chain, { token, amount }: Worth): bigint | null {
  const pinned = findPinnedToken(catalog, chain, token);
  return pinned ? tokenValue(amount, { decimals: pinned.deployment.decimals, price: pinned.token.price }) : null;
}

/**
 * The confirmations that a deposit needs: the higher its value, the more. A deposit without a value needs the fewest, because
 * it is never paid.
 */
export function neededConfirmations(catalog: Catalog, chain: Chain, deposit: Worth): Depth {
  const value = depositValue(catalog, chain, deposit);
  if (value === null) return chain.confirmations;
  return chain.confirmationTiers.findLast(({ above }) => value > above)?.confirmations ?? chain.confirmations;
}
