import { insertTrip, lockBreaker, readFlows, readUncovered } from '../../db/breaker.ts';
import type { Transaction } from '../../db/database.ts';
import { recordIncident } from '../../db/incidents.ts';
import { insertPause } from '../../db/pauses.ts';
import { findTrip, listUnitPrices } from '../../domain/breaker.ts';
import type { BreakerBounds } from '../../domain/breakerBounds.ts';
import { EVERYTHING } from '../../domain/pauses.ts';
import type { EngineContext } from '../engineContext.ts';

const AUTHOR = 'circuit breaker';
// The bound does not count what came in, and a window can have very many deposits.
const PAID = ['out'] as const;

/**
 * Tests the bound, also while a chain is not read completely: what is unread can only add to the payments, and a payment counts
 * as uncovered only after every chain was read. Above the bound everything is paused, with an incident. A pause that exists already
 * stays as it is.
 * @returns what exceeded the bound, when that is a new stop
 */
export async function storeTrip(
  { catalog }: EngineContext,
  transaction: Transaction,
  breaker: BreakerBounds,
): Promise<string | null> {
  await lockBreaker(transaction);
  // A worker of an earlier version takes no lock, and may store payments between the two. The sum of all of them, read last, then
  // has the uncovered ones too.
  const uncovered = await readUncovered(transaction, { ...breaker, prices: listUnitPrices(catalog) });
  const flows = await readFlows(transaction, breaker, PAID);
  const detail = findTrip(catalog, breaker, { flows, uncovered });
  if (detail === null || !(await insertTrip(transaction, detail))) return null;
  await insertPause(transaction, { subject: EVERYTHING, who: AUTHOR, why: detail });
  await recordIncident(transaction, { kind: 'breakerTripped', detail });
  return detail;
}
