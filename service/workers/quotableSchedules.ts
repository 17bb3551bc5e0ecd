import { readFirstSchedule, readSchedules } from '../db/feeSchedules.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { FeeSchedule } from '../domain/quote.ts';
import { quoteWindow, schedulesInForce } from '../domain/quoteWindow.ts';
import type { EngineContext } from './engineContext.ts';

/** When a deposit was made, and when the service first saw it. */
type Deposited = { readonly deposit: Pick<Deposit, 'blockTime'>; readonly firstSeenAt: Date };

export type ReadQuotable = (routeId: string, deposited: Deposited) => Promise<readonly FeeSchedule[]>;

/** Creates the reading of schedules for deposits of one turn. Those of one block share the answer. */
export function createQuotable(context: EngineContext): ReadQuotable {
  const answers = new Map<string, Promise<readonly FeeSchedule[]>>();
  return (routeId, deposited) => {
    const key = `${deposited.deposit.blockTime.getTime()} ${deposited.firstSeenAt.getTime()} ${routeId}`;
    const answer = answers.get(key) ?? readQuotable(context, routeId, deposited);
    answers.set(key, answer);
    return answer;
  };
}

/**
 * The schedules that a deposit may have been quoted with, by its block time and by when the service first saw it. If there
 * were none yet, the route's first schedule applies. The answer must not depend on when it is asked for: the terms are
 * computed at acceptance and compared again at signing.
 */
async function readQuotable(
  { catalog, database }: EngineContext,
  routeId: string,
  { deposit, firstSeenAt }: Deposited,
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
