import { readFirstSchedule, readSchedules } from '../db/feeSchedules.ts';
import type { Transfer } from '../db/transfers.ts';
import type { FeeSchedule } from '../domain/quote.ts';
import { quoteWindow, schedulesInForce } from '../domain/quoteWindow.ts';
import type { EngineContext } from './engineContext.ts';

/**
 * The schedules that a deposit may have been quoted with, by its block time and by when the service first saw it. If there
 * were none yet, the route's first schedule applies. The answer must not depend on when it is asked for: the terms are
 * computed at acceptance and compared again at signing.
 */
export async function readQuotable(
  { catalog, database }: EngineContext,
  routeId: string,
  { deposit, firstSeenAt }: Pick<Transfer, 'deposit' | 'firstSeenAt'>,
): Promise<readonly FeeSchedule[]> {
  const readWindow = async (moment: Date) => {
    const window = quoteWindow(moment, catalog.quoteValiditySeconds);
    return schedulesInForce(await readSchedules(database, routeId, window), window);
  };
  const quotable = (await Promise.all([deposit.blockTime, firstSeenAt].map(readWindow))).flat();
  if (quotable.length > 0) return quotable;
  const first = await readFirstSchedule(database, routeId);
  return first ? [first] : [];
}
