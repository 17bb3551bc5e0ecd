import { isSameAddress } from '#shared/address.ts';
import { vaultsOf } from '../registry.ts';
import type { Facts, PayoutFact, RefundFact, ServiceFact } from '../verdict/facts.ts';
import type { Pace } from '../verdict/pace.ts';
import { paceOf } from '../verdict/pace.ts';
import type { Cause, VerdictOf } from '../verdict/verdict.ts';
import { verdictOf } from '../verdict/verdictOf.ts';
import type { FateVerdict } from './caseVerdict.ts';
import { isTakenOver } from './caseVerdict.ts';
import { isDust } from './dust.ts';
import type { DepositEvidence } from './evidence.ts';
import { unfamiliarFate } from './unfamiliarFate.ts';

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

type Open = { readonly cause: Cause; readonly pace: Pace | null };

/** A payment that a chain shows before its proof is complete. */
function paidFate({ payout, refund }: DepositEvidence, { cause, pace }: Open): FateVerdict | null {
  if (payout.kind === 'unproven' && payout.isPaid) return { kind: 'verifyingPayout', gap: payout.gap, pace };
  return refund.kind === 'unproven' && refund.isPaid ? { kind: 'verifyingRefund', cause, gap: refund.gap } : null;
}

/** What the desk knows better than the verdict: a payment without a complete proof, dust, or a lost deposit. */
function openFate(one: DepositEvidence, open: Open, { nowMs, minimum }: Moment): FateVerdict | null {
  const { chain, deposit } = one;
  const { cause } = open;
  const paid = paidFate(one, open);
  if (paid) return paid;
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
  const facts = factsOf(one, moment);
  const verdict = verdictOf(facts);
  if (verdict.kind === 'delivered') return deliveredFate(one, verdict);
  if (verdict.kind === 'refunded') {
    const isOutOfRange = verdict.cause.reason === 'amount_out_of_range';
    return isOutOfRange ? { kind: 'outOfRangeRefunded', refunded: verdict.refunded } : verdict;
  }
  if (verdict.kind === 'payoutDiffers' || verdict.kind === 'refundDiffers') return verdict;
  const refined = openFate(one, { cause: 'cause' in verdict ? verdict.cause : NO_CAUSE, pace: facts.pace }, moment);
  // A mined deposit reaches no verdict that the desk does not take over. If one is added, nothing is claimed about it.
  return refined ?? unfamiliarFate(one, verdict) ?? (isTakenOver(verdict) ? verdict : { kind: 'sourcesDisagree' });
}
