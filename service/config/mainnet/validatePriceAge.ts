import { listMainnets } from '../../domain/catalog.ts';
import type { FileConfig } from '../config.ts';

const DAY_MS = 86_400_000;
// Long enough that a restart at night needs no new prices when the operator looks them up every week.
const MAX_AGE_DAYS = 30;

/** Reports prices that are too old for a mainnet, and a day that has not come yet. */
export function validatePriceAge({ catalog, pricesAsOf }: FileConfig, now: Date, problems: string[]): void {
  if (pricesAsOf === null || listMainnets(catalog).length === 0) return;
  const day = pricesAsOf.toISOString().slice(0, 10);
  const days = Math.floor((now.getTime() - pricesAsOf.getTime()) / DAY_MS);
  if (days > MAX_AGE_DAYS) {
    problems.push(
      `pricesAsOf is ${day}: the prices are ${days} days old, but a mainnet allows ${MAX_AGE_DAYS}. Look up the prices of "tokens", then set the new day.`,
    );
  } else if (days < -1)
    problems.push(`pricesAsOf is ${day}, which has not come yet. Set the day on which you looked up the prices.`);
}
