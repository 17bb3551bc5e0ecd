import { isSameAddress } from '#shared/address.ts';
import { vaultsOf } from '../registry.ts';
import type { Facts, PayoutFact, RefundFact, ServiceFact } from '../verdict/facts.ts';
import { paceOf } from '../verdict/pace.ts';
import type { Cause, VerdictOf } from '../verdict/verdict.ts';
import { verdictOf } from '../verdict/verdictOf.ts';
import type { FateVerdict } from './caseVerdict.ts';
import { isTakenOver } from './caseVerdict.ts';
import { isDust } from './dust.ts';
import type { DepositEvidence } from './evidence.ts';

export type Moment = {
  readonly nowMs: number;
  /** The median of the deposit's route, in seconds; null if the service does not state it. */
  readonly usualSeconds: (one: DepositEvidence) => number | null;
  /** The smallest amount that a route of the deposit's token accepts; null or absent before the offer is known. */
  readonly minimum?: (one: DepositEvidence) => bigint | null;
};

function serviceFact(receipt: DepositEvidence['receipt']): ServiceFact {
  if (receipt === 'silent') return { kind: 'silent' };
  if (receipt === 'unclear') return { kind: 'refused', message: '' };
  return receipt.kind === 'delivered' ? { kind: 'paid' } : receipt;
}

function payoutFact({ payout, receipt }: DepositEvidence): PayoutFact {
  if (payout.kind === 'proven') return { kind: 'proven', received: payout.amount };
  if (payout.kind === 'mismatch') return payout;
  const isReported = typeof receipt === 'object' && receipt.kind === 'delivered';
  if (!isReported) return { kind: 'none' };
  return { kind: 'unproven', gap: payout.kind === 'unproven' ? payout.gap : { code: 'payoutNotFound' } };
}

function refundFact({ refund, receipt }: DepositEvidence): RefundFact {
  if (refund.kind === 'proven') return { kind: 'proven', refunded: refund.amount };
  if (refund.kind === 'mismatch') return refund;
  const isReported = typeof receipt === 'object' && receipt.kind === 'failed';
  if (!isReported) return { kind: 'none' };
  return { kind: 'unproven', gap: refund.kind === 'unproven' ? refund.gap : { code: 'refundNotFound' } };
}

function factsOf(one: DepositEvidence, { nowMs, usualSeconds }: Moment): Facts {
  return {
    deposit: { kind: 'mined' },
    service: serviceFact(one.receipt),
    payout: payoutFact(one),
    refund: refundFact(one),
    pace: paceOf({ sinceMs: Number(one.deposit.timestamp) * 1000, nowMs, usualSeconds: usualSeconds(one) }),
  };
}

export function isToVault({ chain, deposit }: DepositEvidence): boolean {
  return vaultsOf(chain).some((vault) => isSameAddress(vault, deposit.maker));
}

/** The deposit names a receiver of the tokens that is no vault, and the service does not follow it. */
function isLost(one: DepositEvidence): boolean {
  const { receipt } = one;
  return !isToVault(one) && (typeof receipt === 'string' || receipt.kind === 'unknown' || receipt.kind === 'refused');
}

function deliveredFate({ receipt }: DepositEvidence, verdict: VerdictOf<'delivered'>): FateVerdict {
  const { received } = verdict;
  const stated = typeof receipt === 'object' && receipt.kind === 'delivered' ? receipt.delivery.received.amount : null;
  return stated === null || stated === received ? verdict : { kind: 'deliveredOtherAmount', received, stated };
}

/** What the desk knows better than the verdict: a refund that is almost final, dust, or a lost deposit. */
function openFate(one: DepositEvidence, cause: Cause, { nowMs, minimum }: Moment): FateVerdict | null {
  const { chain, deposit, refund } = one;
  if (refund.kind === 'unproven' && refund.gap.code === 'refundNotFinal') {
    return { kind: 'verifyingRefund', cause, gap: refund.gap };
  }
  if (
    cause.reason === 'refund_costs_more' ||
    (isToVault(one) && isDust(one, { nowMs, minimum: minimum?.(one) ?? null }))
  )
    return { kind: 'dustKept' };
  if (!isLost(one)) return null;
  const moved = [{ token: deposit.token, to: deposit.maker, amount: deposit.amount }];
  return { kind: 'wrongContract', chainName: chain.name, contract: deposit.maker, moved };
}

const NO_CAUSE: Cause = { reason: null, message: null };

/** Decides where one mined deposit stands. */
export function fateOf(one: DepositEvidence, moment: Moment): FateVerdict {
  const verdict = verdictOf(factsOf(one, moment));
  if (verdict.kind === 'delivered') return deliveredFate(one, verdict);
  if (verdict.kind === 'refunded') {
    const isOutOfRange = verdict.cause.reason === 'amount_out_of_range';
    return isOutOfRange ? { kind: 'outOfRangeRefunded', refunded: verdict.refunded } : verdict;
  }
  if (verdict.kind === 'payoutDiffers' || verdict.kind === 'refundDiffers') return verdict;
  const refined = openFate(one, 'cause' in verdict ? verdict.cause : NO_CAUSE, moment);
  // A mined deposit reaches no verdict that the desk does not take over. If one is added, nothing is claimed about it.
  return refined ?? (isTakenOver(verdict) ? verdict : { kind: 'sourcesDisagree' });
}
