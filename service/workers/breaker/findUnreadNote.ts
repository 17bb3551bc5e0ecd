import { isUnread } from '../../db/breaker.ts';
import type { Queryable } from '../../db/database.ts';
import { findChainById } from '../../domain/catalog.ts';
import type { Reason } from '../../domain/reason.ts';
import { because } from '../../domain/reason.ts';
import type { EngineContext } from '../engineContext.ts';

/**
 * The note of a payment while the circuit breaker has not read the events of a chain for too long: a bound that cannot be tested
 * counts as exceeded. Null while they are read, and without a circuit breaker.
 * @param chainIds the chain that pays, and those of the deposits: an unread deposit does not cover its payment
 */
export async function findUnreadNote(
  { catalog }: Pick<EngineContext, 'catalog'>,
  database: Queryable,
  chainIds: readonly number[],
): Promise<Reason | null> {
  const { breaker } = catalog;
  if (!breaker) return null;
  for (const chainId of new Set(chainIds)) {
    if (!(await isUnread(database, chainId, breaker.maxReadAgeSeconds))) continue;
    const name = findChainById(catalog, BigInt(chainId))?.name ?? chainId;
    return because('chain_unavailable', `the payment waits until the service has read the last payments on ${name}`);
  }
  return null;
}
