import type { Catalog, Chain } from '../boot/model/catalog.ts';
import { findPinnedToken } from '../boot/model/catalog.ts';
import type { Header } from '../chain/chainClient.ts';
import { askOnce } from '../chain/concurrency.ts';
import type { Queryable } from '../db/database.ts';
import { readDustSchedules } from '../quotes/feeSchedules.ts';
import { findDustTerms, isDust } from '../quotes/model/dust.ts';
import { quoteWindow } from '../quotes/model/quote.ts';
import type { Deposit } from './model/deposit.ts';

/** Whether a deposit of a block is dust. */
export type JudgeDust = (
  deposit: Pick<Deposit, 'token' | 'amount'>,
  block: Pick<Header, 'time' | 'baseFee'>,
) => Promise<boolean>;

export type DustSource = { readonly catalog: Catalog; readonly database: Queryable };

// Blocks within this time share a read of schedules.
const TOGETHER_MS = 600_000;

/**
 * Creates the dust check for one read of a chain. The watcher, the books and the circuit breaker all use it, so that
 * they ignore the same deposits.
 */
export function createDustJudge({ catalog, database }: DustSource, chain: Chain): JudgeDust {
  const windowOf = (part: number) => quoteWindow(new Date(part * TOGETHER_MS), catalog.quoteValiditySeconds);
  const readSchedules = askOnce((part: number) =>
    readDustSchedules(database, chain.id, { from: windowOf(part).from, to: windowOf(part + 1).to }),
  );
  const terms = new Map<string, ReturnType<typeof findDustTerms>>();
  return async ({ token, amount }, { time, baseFee }) => {
    if (!findPinnedToken(catalog, chain, token)) return false;
    const schedules = await readSchedules(Math.floor(time.getTime() / TOGETHER_MS));
    const key = `${token} ${time.getTime()}`;
    const known = terms.get(key) ?? findDustTerms(catalog, chain, { token, blockTime: time, schedules });
    terms.set(key, known);
    return isDust(known, { amount, baseFee });
  };
}
