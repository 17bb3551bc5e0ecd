import type { Queryable } from '../../db/database.ts';
import type { Waiter } from '../../db/liquidity.ts';
import { readOldestWaiter } from '../../db/liquidity.ts';
import { readReserved } from '../../db/obligations.ts';
import type { FundedPayment } from './plannedPayment.ts';

// Several turns of the worker. A waiting payment is tried again within a minute.
const TRIED_WITHIN_MS = 120_000;

type Moment = { readonly chainId: number; readonly now: Date };

function isYounger({ transfer: { id, waitingSince } }: FundedPayment, oldest: Waiter): boolean {
  const since = waitingSince?.getTime() ?? Number.POSITIVE_INFINITY;
  const oldestSince = oldest.waitingSince.getTime();
  return since > oldestSince || (since === oldestSince && id > oldest.id);
}

/** @param payments of one token, with what the chain said about it at one block */
async function leavesInToken(
  database: Queryable,
  { chainId, now }: Moment,
  payments: readonly [FundedPayment, ...FundedPayment[]],
): Promise<boolean> {
  const { payment, funds } = payments[0];
  const { token } = payment;
  const taken = await readReserved(database, { chainId, token, atBlock: funds.atBlock });
  const [balance, spendable] = [funds.balance - taken, funds.spendable - taken];
  const atMost = balance < funds.perPayment ? balance : funds.perPayment;
  const triedSince = new Date(now.getTime() - TRIED_WITHIN_MS);
  const oldest = await readOldestWaiter(database, { chainId, token, atMost, triedSince });
  if (!oldest || payments.some(({ transfer }) => transfer.id === oldest.id)) return true;
  if (!payments.some((one) => isYounger(one, oldest))) return true;
  const needed = payments.reduce((sum, { payment: { amount } }) => sum + amount, oldest.amount);
  return needed <= (balance < spendable ? balance : spendable);
}

/**
 * Whether payments leave the oldest waiting payment of their token what it needs, unless it is one of them or they have waited
 * longer. Otherwise smaller payments could use up each new window before a larger one fits, for ever.
 *
 * A payment reserves nothing if it cannot fit, whatever the others do: above the caps of the vault, or above what the signed payments
 * leave of its balance. Otherwise one deposit above the funds of a chain could stop every payment there. Its clock still runs, so it is
 * refunded after `maxWaitSeconds`.
 */
export async function leavesForOldest(
  database: Queryable,
  moment: Moment,
  payments: readonly FundedPayment[],
): Promise<boolean> {
  for (const token of new Set(payments.map(({ payment }) => payment.token))) {
    const [first, ...others] = payments.filter(({ payment }) => payment.token === token);
    if (first && !(await leavesInToken(database, moment, [first, ...others]))) return false;
  }
  return true;
}
