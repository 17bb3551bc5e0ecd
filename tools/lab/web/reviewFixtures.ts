import type { Hex } from 'viem';
import type { FormContext, ReviewReadings } from '../../../src/form/model/checks.ts';
import { planTransactions } from '../../../src/transfer/model/transactionPlan.ts';
import type { VerifiedBuild } from '../../../src/transfer/model/verifyBuild.ts';
import { verifyBuild } from '../../../src/transfer/model/verifyBuild.ts';
import { honestBuild, intentFor, OTHER_ACCOUNT, routeFor, terms } from './fixtures.ts';

export function verified(recipient = OTHER_ACCOUNT, token = 'USDC', gasDrop = 0n): VerifiedBuild {
  const route = routeFor(token);
  const intent = { ...intentFor(route), recipient, gasDrop };
  const result = verifyBuild(intent, honestBuild(intent, route), route);
  if (!result.ok) throw new Error('the honest build was refused');
  return result.build;
}

export const known = <T>(value: T) => ({ ok: true as const, value });
export const unanswered = { ok: false as const };

/** A review's inputs for which no check finds anything. */
export const goodReadings: ReviewReadings = {
  plan: planTransactions(verified().terms, 0n),
  recipientCode: known<Hex>('0x'),
  accountCode: known<Hex>('0x'),
  recipientElsewhere: known(null),
  recipientGas: known({ balance: 1n, nonce: 0 }),
  payout: null,
  nameNow: null,
  blocked: null,
  contacts: known([]),
  nativeBalance: known(10n ** 18n),
  gasCost: known(10n ** 15n),
  simulation: known({ reverted: null }),
};

/** A form without earlier transfers and without a name. */
export const plainContext: FormContext = {
  transfers: [],
  now: terms.createdAt,
  deliveredBefore: [],
  isRecipientFromLink: false,
  named: null,
};
