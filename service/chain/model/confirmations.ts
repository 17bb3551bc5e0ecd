import type { Catalog, Chain } from '../../boot/model/catalog.ts';
import { findPinnedToken } from '../../boot/model/catalog.ts';
import type { Deposit } from '../../deposits/model/deposit.ts';
import { tokenValue } from '../../quotes/model/price.ts';
import type { Depth } from './depth.ts';

/** The age of a chain's newest block in seconds; 0 if the block's clock is ahead. */
export function headAgeSeconds(head: Date, now: Date): number {
  return Math.max(0, Math.round((now.getTime() - head.getTime()) / 1000));
}

/**
 * Whether a chain's newest block is too old to act on: the chain has stalled, or its providers have. The limit is
 * configured rather than learnt, because providers could teach a false one.
 */
export function isStale({ maxHeadAgeSeconds }: Pick<Chain, 'maxHeadAgeSeconds'>, head: Date, now: Date): boolean {
  return headAgeSeconds(head, now) > maxHeadAgeSeconds;
}

type Worth = Pick<Deposit, 'token' | 'amount'>;

/** A deposit's value, scaled like every price; null for a token outside the catalog, which the bridge never pays. */
function depositValue(catalog: Catalog, chain: Chain, { token, amount }: Worth): bigint | null {
  const pinned = findPinnedToken(catalog, chain, token);
  return pinned ? tokenValue(amount, { decimals: pinned.deployment.decimals, price: pinned.token.price }) : null;
}

/**
 * The confirmations that a deposit needs: the higher its value, the more. A deposit without a value needs the fewest,
 * because it is never paid.
 */
export function neededConfirmations(catalog: Catalog, chain: Chain, deposit: Worth): Depth {
  const value = depositValue(catalog, chain, deposit);
  if (value === null) return chain.confirmations;
  return chain.confirmationTiers.findLast(({ above }) => value > above)?.confirmations ?? chain.confirmations;
}
