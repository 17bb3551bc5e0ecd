import { insertTrip, lockBreaker, readFlows, readUncovered } from '../../db/breaker.ts';
import type { Transaction } from '../../db/database.ts';
import { recordIncident } from '../../db/incidents.ts';
import { insertPause } from '../../db/pauses.ts';
import type { Flow, Trip } from '../../domain/breaker.ts';
import { findTrips, listUnitPrices } from '../../domain/breaker.ts';
import type { BreakerBounds } from '../../domain/breakerBounds.ts';
import { chainSubject, EVERYTHING } from '../../domain/pauses.ts';
import type { EngineContext } from '../engineContext.ts';

const AUTHOR = 'circuit breaker';
// No bound counts what came in, and a window can have very many deposits.
const PAID = ['out'] as const;

/**
 * Tests the bounds, also while a chain is not read completely: what is unread can only add to the payments, and a payment counts
 * as uncovered only after every chain was read. What exceeds one is paused, with an incident. A pause that exists already stays as it is.
 * @returns the new stops
 */
export async function storeTrips(
  { catalog }: EngineContext,
  transaction: Transaction,
  breaker: BreakerBounds,
): Promise<readonly Trip[]> {
  await lockBreaker(transaction);
  const { windowSeconds } = breaker;
  const bounded = catalog.chains.filter(({ maxOutflow }) => maxOutflow !== null);
  const ofChain = new Map<string, readonly Flow[]>();
  for (const { id } of bounded) {
    const subject = chainSubject(id);
    ofChain.set(subject, await readFlows(transaction, { windowSeconds, subject }, PAID));
  }
  const everything = { ...breaker, subject: EVERYTHING, prices: listUnitPrices(catalog) };
  // A worker of an earlier version takes no lock, and may store payments between the two. The sum of all of them, read last, then
  // has the uncovered ones too.
  const uncovered = await readUncovered(transaction, everything);
  const ofEverything = { uncovered, flows: await readFlows(transaction, everything, PAID) };
  const stored: Trip[] = [];
  for (const trip of findTrips(catalog, breaker, { ofEverything, ofChain })) {
    if (!(await insertTrip(transaction, trip))) continue;
    const { subject, detail } = trip;
    await insertPause(transaction, { subject, who: AUTHOR, why: detail });
    const chain = catalog.chains.find(({ id }) => chainSubject(id) === subject);
    await recordIncident(transaction, { kind: 'breakerTripped', ...(chain && { chainId: chain.id }), detail });
    stored.push(trip);
  }
  return stored;
}

export function logTrips({ logger }: EngineContext, trips: readonly Trip[]): void {
  for (const { subject, detail } of trips) logger.fatal({ subject, detail }, 'circuit breaker stopped payments');
}
