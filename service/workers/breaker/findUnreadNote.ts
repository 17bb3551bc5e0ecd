import { isUnread } from '../../db/breaker.ts';
import type { Queryable } from '../../db/database.ts';
import { findChainById } from '../../domain/catalog.ts';
import type { Reason } from '../../domain/reason.ts';
import { because } from '../../domain/reason.ts';
import type { EngineContext } from '../engineContext.ts';

/**
 * The note of a payment on a chain whose events the circuit breaker has not read for too long: a bound that cannot be tested
 * counts as exceeded. Null while it is tested, and without a circuit breaker.
 */
export async function findUnreadNote(
  { catalog }: Pick<EngineContext, 'catalog'>,
  database: Queryable,
  chainId: number,
): Promise<Reason | null> {
  const { breaker } = catalog;
  if (!breaker || !(await isUnread(database, chainId, breaker.maxReadAgeSeconds))) return null;
  const name = findChainById(catalog, BigInt(chainId))?.name ?? chainId;
  return because('chain_unavailable', `the payment waits until the service has read the last payments on ${name}`);
}
